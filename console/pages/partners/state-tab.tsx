import { useTranslation } from 'react-i18next';
import type { PartnerDetail } from '#contract/roaming/partner.ts';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { moneyText } from '../../text/money.ts';
import { PartnerState } from './partner-state.tsx';

/** How it stands with the partner, and what each side owes the other. */
export function StateTab({ partner }: { partner: PartnerDetail }) {
  const { t, i18n } = useTranslation();
  const ago = (time: string | null) => (time === null ? t('time.never') : <Moment time={time} says="ago" />);
  const { balances, givenUp } = partner;
  return (
    <div className="columns-two">
      <Card title={t('partners.balances')}>
        <DataTable
          label={t('partners.balances')}
          rows={balances}
          idOf={({ currency }) => currency}
          none={t('partners.noBalances')}
          columns={[
            { head: t('partners.currency'), kind: 'main', cell: ({ currency }) => currency },
            {
              head: t('partners.theyOwe'),
              kind: 'number',
              cell: ({ receivable, currency }) => moneyText(receivable, currency, i18n.language),
            },
            {
              head: t('partners.weOwe'),
              kind: 'number',
              cell: ({ payable, currency }) => moneyText(payable, currency, i18n.language),
            },
            { head: t('partners.sent'), kind: 'number', cell: ({ recordsSent }) => recordsSent },
            { head: t('partners.received'), kind: 'number', cell: ({ recordsReceived }) => recordsReceived },
          ]}
        />
        {givenUp > 0 && <p className="quiet">{t('partners.givenUp', { count: givenUp })}</p>}
      </Card>
      <Card title={t('partners.facts')}>
        {partner.tariffObstacles.length > 0 && (
          <p>{t('partners.withheld', { obstacles: partner.tariffObstacles.join(', ') })}</p>
        )}
        <dl className="facts">
          <Fact name={t('partners.state')}>
            <PartnerState {...partner} />
          </Fact>
          {partner.silentSince !== null && (
            <Fact name={t('partners.silentSince')}>
              <Moment time={partner.silentSince} says="for" />
            </Fact>
          )}
          <Fact name={t('partners.version')}>{partner.version}</Fact>
          <Fact name={t('partners.versionsUrl')}>{partner.versionsUrl}</Fact>
          <Fact name={t('partners.party')}>
            {partner.roles.map(({ role, party, name }) => `${party} ${role} (${name})`).join(', ')}
          </Fact>
          <Fact name={t('partners.modules')}>{partner.modules.join(', ')}</Fact>
          <Fact name={t('partners.tariffId')}>{partner.tariffId}</Fact>
          {partner.siteIds !== null && <Fact name={t('partners.sites')}>{partner.siteIds.join(', ')}</Fact>}
          <Fact name={t('partners.waiting')}>{partner.waiting}</Fact>
          <Fact name={t('partners.lastSuccess')}>{ago(partner.lastSuccessAt)}</Fact>
          <Fact name={t('partners.lastHeard')}>{ago(partner.lastHeardAt)}</Fact>
          <Fact name={t('partners.lastFailure')}>
            {partner.lastFailure !== null && `${partner.lastFailure} · `}
            {ago(partner.lastFailureAt)}
          </Fact>
        </dl>
      </Card>
    </div>
  );
}
