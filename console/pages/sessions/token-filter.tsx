import { CloseButton, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokenApi } from '#contract/api/tokens.ts';
import { call } from '../../live/call.ts';
import { useCard } from '../../live/queries.ts';
import { shortToken } from './session-words.ts';

type Props = { hash: string | undefined; onChange: (hash: string | undefined) => void };

/** A card's number is typed; only its hash, which the server makes, gets into the address. */
export function TokenFilter({ hash, onChange }: Props) {
  const { t } = useTranslation();
  const card = useCard(hash);
  const [typed, setTyped] = useState('');
  const hashing = useMutation({
    mutationFn: async (value: string) =>
      value.startsWith('tok_') ? value : (await call(tokenApi.hash, { body: { value } })).hash,
    onSuccess: (found) => {
      setTyped('');
      onChange(found);
    },
  });
  const commit = () => {
    if (typed.trim() !== '' && !hashing.isPending) hashing.mutate(typed.trim());
  };
  const isChosen = hash !== undefined;
  return (
    <TextInput
      className="filter-token"
      label={t('sessions.token')}
      placeholder={t('sessions.tokenHint')}
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
      value={isChosen ? (card?.label ?? shortToken(hash)) : typed}
      title={hash}
      readOnly={isChosen}
      error={hashing.error?.message}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
        if (key === 'Escape') setTyped('');
      }}
      rightSection={
        isChosen ? (
          <CloseButton size="sm" aria-label={t('sessions.tokenClear')} onClick={() => onChange(undefined)} />
        ) : undefined
      }
    />
  );
}
