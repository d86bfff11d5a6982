import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriverDetail } from '#contract/access/driver.ts';
import type { Token } from '#contract/access/token.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { TokenTable } from './token-table.tsx';

/** The cards of one person. */
export function DriverTokens({ driver }: { driver: DriverDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Token | 'new' | null>(null);
  return (
    <section className="card" aria-labelledby="cards-title">
      <div className="card-head">
        <h2 id="cards-title">{t('driver.cards')}</h2>
        <ActionButton
          scope="tokens:change"
          variant="default"
          whyNot={driver.forgottenAt === null ? undefined : t('driver.isForgotten')}
          onClick={() => setOpen('new')}
        >
          {t('tokens.add')}
        </ActionButton>
      </div>
      <TokenTable tokens={driver.tokens} none={t('driver.noCards')} onEdit={setOpen} />
      <TokenDialog open={open} driverId={driver.id} onClose={() => setOpen(null)} />
    </section>
  );
}
