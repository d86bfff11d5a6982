import { useTranslation } from 'react-i18next';
import { role } from '#contract/agents/principal.ts';
import { Card } from '../../parts/card.tsx';

/** What each role may do, for whoever is about to give one. */
export function RolesCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('people.roles')}>
      <dl className="facts">
        {role.options.map((each) => (
          <div key={each}>
            <dt>{t(`role.${each}`)}</dt>
            <dd>{t(`settings.roleHelp.${each}`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
