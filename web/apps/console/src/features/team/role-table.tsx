import type { Team } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Check, Minus } from 'lucide-react';
import { PERMISSION_NAMES, ROLE_NAMES } from '../../localisation/role-names.ts';

/** What each role may do: a table where there is room, a list for each role where there is not. */
export function RoleTable({ roles }: { readonly roles: Team['roles'] }) {
  const t = useConsoleT();
  // An owner may do everything.
  const all = roles.find(({ role }) => role === 'owner')?.may ?? [];
  return (
    <section aria-labelledby="roles" className="min-w-0 xl:col-span-2">
      <h2 id="roles" className="text-xl leading-7">
        {t('team.roles')}
      </h2>
      <table className="mt-4 w-full border-collapse text-sm max-md:hidden">
        <thead>
          <tr className="border-b border-control text-left text-[0.8125rem] text-muted">
            <th scope="col" className="py-2 pe-2 font-medium">
              {t('team.permission')}
            </th>
            {roles.map(({ role }) => (
              <th key={role} scope="col" className="px-2 py-2 text-center font-medium">
                {t(ROLE_NAMES[role])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map((permission) => (
            <tr key={permission} className="border-b border-line">
              <th scope="row" className="py-2.5 pe-2 text-left font-medium">
                {t(PERMISSION_NAMES[permission])}
              </th>
              {roles.map(({ role, may }) => (
                <td key={role} className="px-2 py-2.5">
                  <Answer yes={may.includes(permission)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="mt-4 grid gap-4 md:hidden">
        {roles.map(({ role, may }) => (
          <div key={role} className="rounded-card border border-line px-4 py-3">
            <dt className="font-semibold">{t(ROLE_NAMES[role])}</dt>
            {may.map((permission) => (
              <dd key={permission} className="text-sm text-muted">
                {t(PERMISSION_NAMES[permission])}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

function Answer({ yes }: { readonly yes: boolean }) {
  const t = useConsoleT();
  const Icon = yes ? Check : Minus;
  return (
    <>
      <Icon aria-hidden size={18} className={yes ? 'mx-auto text-success' : 'mx-auto text-muted'} />
      <span className="sr-only">{t(yes ? 'team.yes' : 'team.no')}</span>
    </>
  );
}
