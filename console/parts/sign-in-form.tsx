import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../api/call.ts';
import { useSignIn } from '../api/principal.ts';
import { ProblemNote } from './problem-note.tsx';

export function SignInForm({ onDone, children }: { onDone?: () => void; children?: ReactNode }) {
  const { t } = useTranslation();
  const [key, setKey] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const signIn = useSignIn();
  const wrong = isEmpty ? 'empty' : wrongKey(signIn.error);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsEmpty(key.trim() === '');
    if (key.trim() !== '') signIn.mutate(key.trim(), { onSuccess: () => onDone?.() });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" className="quiet">
          {t('signIn.help')}
        </Text>
        <PasswordInput
          label={t('signIn.key')}
          name="key"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          autoComplete="current-password"
          spellCheck={false}
          data-autofocus
          error={wrong === null ? null : t(`signIn.refused.${wrong}`)}
        />
        {signIn.error !== null && wrong === null && <ProblemNote problem={signIn.error} />}
        <Group justify="flex-end" gap="sm">
          {children}
          <Button type="submit" loading={signIn.isPending}>
            {t('signIn.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is the matter with the key itself; null: nothing, or something else went wrong. */
function wrongKey(problem: Error | null): 'unknown' | 'agent' | null {
  if (!(problem instanceof ApiProblem)) return null;
  if (problem.code === 'NOT_ALLOWED') return 'agent';
  return problem.code === 'NOT_SIGNED_IN' || problem.code === 'INVALID_INPUT' ? 'unknown' : null;
}
