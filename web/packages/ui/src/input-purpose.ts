const BY_NAME: Readonly<Record<string, string>> = {
  name: 'name',
  full_name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
  organisation: 'organization',
  organization: 'organization',
  city: 'address-level2',
  country: 'country-name',
};

/** What browsers may fill in by themselves; undefined where only the visitor knows. */
export function inputPurpose({ type, name }: { readonly type: string; readonly name: string }): string | undefined {
  if (type === 'email') return 'email';
  if (type === 'phone') return 'tel';
  return type === 'text' ? BY_NAME[name] : undefined;
}
