import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TokenTry } from '#contract/access/token-try.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { call } from '../../api/call.ts';
import { useToken } from '../../api/queries.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import '../../parts/card.css';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { fromLocalTime } from '../../text/local-time.ts';
import { shortToken } from '../sessions/session-words.ts';
import type { TabProps } from './access-page.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { TryAnswer } from './try-answer.tsx';

/** What would happen if this card were held to that station; nothing is written and nobody is told. */
export function TryTab({ filter, onChange }: TabProps) {
  const { t } = useTranslation();
  const { draft, text, choice } = useDraft({ card: '', station: filter.station ?? '', when: '' });
  const [card, station] = [draft.card.trim(), draft.station.trim()];
  /** The number that was typed and nobody knows. */
  const [adding, setAdding] = useState<string | null>(null);
  const given = useToken(filter.token);
  const trial = useMutation({ mutationFn: (asked: TokenTry) => call(tokenApi.try, { body: asked }) });
  const { mutate } = trial;
  const { token: tokenId, station: linkedStation } = filter;
  // A link that names both asks at once.
  useEffect(() => {
    if (tokenId !== undefined && linkedStation !== undefined) mutate({ tokenId, stationId: linkedStation });
  }, [tokenId, linkedStation, mutate]);

  const whyNot =
    tokenId === undefined && card === '' ? t('try.needCard') : station === '' ? t('try.needStation') : undefined;

  function ask() {
    if (whyNot !== undefined) return;
    const at = fromLocalTime(draft.when);
    mutate({ ...(card === '' ? { tokenId } : { value: card }), stationId: station, ...(at !== null && { at }) });
  }

  return (
    <div className="try">
      <form
        className="card"
        aria-label={t('access.tab.try')}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Stack gap="md">
          <p className="quiet">{t('try.help')}</p>
          {tokenId === undefined ? (
            <TextInput
              label={t('try.card')}
              description={t('try.cardHelp')}
              maxLength={255}
              spellCheck={false}
              {...text('card')}
            />
          ) : (
            <div>
              <span className="field-name">{t('try.card')}</span>
              <p className="chosen-card">
                <span className="mono">{given.data === undefined ? shortToken(tokenId) : given.data.label}</span>
                {given.data === undefined && given.error !== null && (
                  <span className="quiet">{t('try.unknownCard')}</span>
                )}
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => {
                    trial.reset();
                    onChange({ token: undefined });
                  }}
                >
                  {t('try.otherCard')}
                </Button>
              </p>
            </div>
          )}
          <StationField {...choice('station')} />
          <TextInput type="datetime-local" label={t('try.when')} description={t('try.whenHelp')} {...text('when')} />
          <div className="try-submit">
            <Button type="submit" loading={trial.isPending} {...unlessBlocked(whyNot)}>
              {t('try.submit')}
            </Button>
            {whyNot !== undefined && <span className="form-why-not">{whyNot}</span>}
          </div>
        </Stack>
      </form>
      <div aria-live="polite">
        {trial.error !== null && <ProblemNote problem={trial.error} />}
        {trial.data !== undefined && (
          <TryAnswer
            answer={trial.data}
            tokenId={tokenId ?? null}
            onAdd={trial.variables.value === undefined ? undefined : () => setAdding(trial.variables.value ?? '')}
          />
        )}
      </div>
      <TokenDialog
        open={adding === null ? null : 'new'}
        value={adding ?? ''}
        onClose={() => setAdding(null)}
        onAdded={() => trial.variables !== undefined && mutate(trial.variables)}
      />
    </div>
  );
}
