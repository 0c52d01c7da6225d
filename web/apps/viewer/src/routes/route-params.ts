import { redirect } from '@tanstack/react-router';

export const numericId = {
  parse: ({ id }: { id: string }) => {
    if (!/^\d{1,15}$/.test(id)) throw redirect({ to: '/404', replace: true });
    return { id: Number(id) };
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

/** A clip with the word that opens it. */
export const sharedId = {
  parse: ({ id, uuid }: { id: string; uuid: string }) => ({ ...numericId.parse({ id }), uuid }),
  stringify: ({ id, uuid }: { id: number; uuid: string }) => ({ ...numericId.stringify({ id }), uuid }),
};
