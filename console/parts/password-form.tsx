import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasswordSignIn } from '#contract/agents/person.ts';
import { signInApi } from '#contract/api/sign-in.ts';
import { ApiProblem, call } from '../api/call.ts';
import { useSigningIn } from '../api/people.ts';
import { ProblemNote } from './problem-note.tsx';
import { useDraft } from './use-draft.ts';

/** E-mail and password; where the server asks for a code, it is asked for in the same form. */
export function PasswordForm({ onDone, children }: { onDone: (() => void) | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ email: '', password: '', code: '' });
  const signIn = useSigningIn((body: PasswordSignIn) => call(signInApi.withPassword, { body }));
  const problem = signIn.error;
  const needsCode = problem instanceof ApiProblem && problem.details['needs'] === 'code';
  const isOnlyAsking = needsCode && draft.code === '';
  const { email, password, code } = draft;
  const given = { email: email.trim(), password, ...(code.trim() !== '' && { code: code.trim() }) };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (given.email !== '' && password !== '') signIn.mutate(given, { onSuccess: () => onDone?.() });
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('signIn.email')}
          type="email"
          name="email"
          {...text('email')}
          autoComplete="username webauthn"
          data-autofocus
        />
        <PasswordInput
          label={t('signIn.password')}
          name="password"
          {...text('password')}
          autoComplete="current-password"
        />
        {needsCode && (
          <TextInput
            label={t('signIn.code')}
            description={t('signIn.codeHelp')}
            name="code"
            {...text('code')}
            autoComplete="one-time-code"
          />
        )}
        {problem !== null && !isOnlyAsking && <ProblemNote problem={problem} isSigningIn />}
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
