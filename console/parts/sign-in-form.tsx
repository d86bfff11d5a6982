import { Anchor, Button, Divider, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signInApi } from '#contract/api/sign-in.ts';
import { ApiProblem, linkTo } from '../api/call.ts';
import { isDismissed, knowsPasskeys, signInWithPasskey, useSigningIn, useWays } from '../api/people.ts';
import { useSignIn } from '../api/principal.ts';
import { PasswordForm } from './password-form.tsx';
import { ProblemNote } from './problem-note.tsx';

/** `next`: the page that goes on afterwards, where the way in leads over another site. */
type Props = { onDone?: () => void; next?: string; children?: ReactNode };

/** All ways in: as a person by password, passkey or identity provider, or with a key. */
export function SignInForm({ onDone, next, children }: Props) {
  const { t } = useTranslation();
  const [isByKey, setIsByKey] = useState(false);
  return (
    <Stack gap="md" w="100%">
      {isByKey ? (
        <KeyForm onDone={onDone}>{children}</KeyForm>
      ) : (
        <PersonForms onDone={onDone} next={next}>
          {children}
        </PersonForms>
      )}
      <Anchor component="button" type="button" size="sm" w="fit-content" onClick={() => setIsByKey(!isByKey)}>
        {t(isByKey ? 'signIn.byPerson' : 'signIn.byKey')}
      </Anchor>
    </Stack>
  );
}

type FormProps = { onDone: Props['onDone']; children: ReactNode };

function PersonForms({ onDone, next, children }: FormProps & { next: Props['next'] }) {
  const { t } = useTranslation();
  const ways = useWays().data;
  const passkey = useSigningIn(signInWithPasskey);
  const hasPasskeys = ways?.passkeys === true && knowsPasskeys();
  return (
    <>
      {hasPasskeys && (
        <Button
          variant="default"
          loading={passkey.isPending}
          onClick={() => passkey.mutate(undefined, { onSuccess: () => onDone?.() })}
        >
          {t('signIn.byPasskey')}
        </Button>
      )}
      {passkey.error !== null && !isDismissed(passkey.error) && <ProblemNote problem={passkey.error} isSigningIn />}
      {ways?.oidc && (
        <Button variant="default" component="a" href={linkTo(signInApi.beginOidc, { query: { next } })}>
          {ways.oidc.button}
        </Button>
      )}
      {(hasPasskeys || ways?.oidc) && <Divider label={t('signIn.or')} />}
      <PasswordForm onDone={onDone}>{children}</PasswordForm>
    </>
  );
}

function KeyForm({ onDone, children }: FormProps) {
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
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          error={wrong === null ? null : t(`signIn.refused.${wrong}`)}
        />
        {signIn.error !== null && wrong === null && <ProblemNote problem={signIn.error} isSigningIn />}
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
