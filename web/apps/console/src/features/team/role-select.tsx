import type { Role, Team } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { SelectField } from '../../forms/select-field.tsx';
import { ROLE_NAMES } from '../../localisation/role-names.ts';

interface RoleSelectProps {
  readonly roles: Team['roles'];
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

export function RoleSelect({ roles, value, onChange }: RoleSelectProps) {
  const t = useConsoleT();
  const options = roles.map(({ role }) => ({ value: role, text: t(ROLE_NAMES[role]) }));
  return <SelectField label={t('team.role')} options={options} value={value} onChange={onChange} />;
}
