import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Token } from '#contract/access/token.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { useToken, useTokens } from '../../api/access-queries.ts';
import { ApiProblem, call } from '../../api/call.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import type { TabProps } from './access-page.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { TokenTable } from './token-table.tsx';

/** Everything that opens a charger. */
export function TokensTab({ filter, onChange }: TabProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Token | 'new' | null>(filter.add === 'yes' ? 'new' : null);
  /** The number of a card that was looked for in vain. */
  const [typed, setTyped] = useState('');
  const tokens = useTokens({ groupId: filter.group, isBlocked: filter.blocked === 'yes' ? true : undefined });
  const { data: linked, error: linkProblem } = useToken(filter.token); // a link may name one
  useEffect(() => {
    if (linked !== undefined) setOpen(linked);
  }, [linked]);
  return (
    <>
      <div className="tab-bar">
        <FindCard
          onFound={setOpen}
          onUnknown={(value) => {
            setTyped(value);
            setOpen('new');
          }}
        />
        <button
          type="button"
          className="toggle"
          aria-pressed={filter.blocked === 'yes'}
          onClick={() => onChange({ blocked: filter.blocked === 'yes' ? undefined : 'yes' })}
        >
          {t('tokens.blockedOnly')}
        </button>
        <ActionButton scope="tokens:change" onClick={() => setOpen('new')}>
          {t('tokens.add')}
        </ActionButton>
      </div>
      {linkProblem !== null && <ProblemNote title={t('tokens.gone')} problem={linkProblem} />}
      <TokenTable
        tokens={tokens.data?.pages.flatMap((page) => page.tokens)}
        problem={tokens.error}
        none={t('tokens.none')}
        withDriver
        onEdit={setOpen}
        more={tokens}
      />
      <TokenDialog
        open={open}
        value={typed}
        onClose={() => {
          setOpen(null);
          setTyped('');
          onChange({ token: undefined, add: undefined });
        }}
      />
    </>
  );
}

/** Only whoever holds a card can look for it: nobody can read its number from here. */
function FindCard({ onFound, onUnknown }: { onFound: (token: Token) => void; onUnknown: (value: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const find = useMutation({
    mutationFn: (value: string) => call(tokenApi.find, { body: { value } }),
    onSuccess: (token) => {
      setTyped('');
      onFound(token);
    },
  });
  const isUnknown = find.error instanceof ApiProblem && find.error.code === 'NOT_FOUND';
  return (
    <form
      className="find-card"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') find.mutate(typed.trim());
      }}
    >
      <TextInput
        aria-label={t('tokens.find')}
        placeholder={t('tokens.findHint')}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={find.error === null ? null : isUnknown ? t('tokens.notFound') : find.error.message}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          find.reset();
        }}
      />
      {isUnknown && (
        <ActionButton scope="tokens:change" variant="default" onClick={() => onUnknown(typed.trim())}>
          {t('tokens.addIt')}
        </ActionButton>
      )}
    </form>
  );
}
