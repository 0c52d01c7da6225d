import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What makes an element a row that the keys `j` and `k` reach, and that the address can name. */
export function rowProps(id: number | string) {
  return { id: `row-${id}`, 'data-row': '', tabIndex: -1 } as const;
}

/** The row of the address has the focus once the rows are there. */
export function useAddressedRow(isFilled: boolean): void {
  const router = useRouter();
  const [row] = useState(() => router.latestLocation.hash);
  useEffect(() => {
    if (isFilled && row.startsWith('row-')) document.getElementById(row)?.focus();
  }, [isFilled, row]);
}
