import { Button, Checkbox, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invited } from '#contract/agents/person.ts';
import { signInApi } from '#contract/api/sign-in.ts';
import { call } from '../../api/call.ts';
import { isDismissed, knowsPasskeys, makePasskey, useWays } from '../../api/people.ts';
import { GrantList } from '../../parts/grants.tsx';
import { LanguageMenu } from '../../parts/language-menu.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ThemeMenu } from '../../parts/theme-menu.tsx';
import { useDraft } from '../../parts/use-draft.ts';

/** Where an invitation leads: whoever opens it becomes a person here, with a passkey, a password or both. */
export function InvitationPage() {
  const { t } = useTranslation();
  usePageTitle(t('invitation.title'));
  const [code] = useState(() => window.location.hash.slice(1));
  const invited = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => call(signInApi.lookAtInvitation, { body: { code } }),
    retry: false,
  });
  return (
    <main>
      <div className="notice-tools">
        <LanguageMenu />
        <ThemeMenu />
      </div>
      <Notice title={t('invitation.title')}>
        {invited.error !== null && <ProblemNote title={t('invitation.over')} problem={invited.error} />}
        {invited.data !== undefined && <Join code={code} invited={invited.data} />}
      </Notice>
    </main>
  );
}

function Join({ code, invited }: { code: string; invited: Invited }) {
  const { t, i18n } = useTranslation();
  const canUsePasskeys = useWays().data?.passkeys === true && knowsPasskeys();
  const { draft, text, tick } = useDraft({ name: invited.name, password: '', isByPassword: false });
  const isByPassword = draft.isByPassword || !canUsePasskeys;
  const name = draft.name.trim();
  const language = i18n.language === 'pt-BR' ? ('pt-BR' as const) : ('en' as const);
  const join = useMutation({
    mutationFn: async ({ withPasskey }: { withPasskey: boolean }) => {
      const { options } = withPasskey
        ? await call(signInApi.invitationOptions, { body: { code } })
        : { options: undefined };
      const passkey = options && (await makePasskey(options));
      const password = isByPassword && draft.password !== '' ? { password: draft.password } : {};
      await call(signInApi.acceptInvitation, {
        body: {
          code,
          name,
          language,
          ...password,
          ...(passkey && { passkey, passkeyName: t('invitation.thisDevice') }),
        },
      });
      window.location.assign('/');
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '' && draft.password !== '') join.mutate({ withPasskey: false });
      }}
    >
      <Stack gap="md">
        <Text size="sm">{t(invited.isHere ? 'invitation.again' : 'invitation.welcome', { email: invited.email })}</Text>
        <GrantList grants={invited.grants} />
        <TextInput label={t('people.name')} maxLength={80} required {...text('name')} autoComplete="name" />
        {canUsePasskeys && (
          <>
            <Button loading={join.isPending} disabled={name === ''} onClick={() => join.mutate({ withPasskey: true })}>
              {t('invitation.withPasskey')}
            </Button>
            <Text size="sm" className="quiet">
              {t('invitation.passkeyHelp')}
            </Text>
            <Divider label={t('signIn.or')} />
            <Checkbox label={t('invitation.byPassword')} {...tick('isByPassword')} />
          </>
        )}
        {isByPassword && (
          <>
            <PasswordInput
              label={t('signIn.password')}
              description={t('account.passwordHelp')}
              {...text('password')}
              autoComplete="new-password"
            />
            <Button type="submit" variant={canUsePasskeys ? 'default' : 'filled'} loading={join.isPending}>
              {t('invitation.withPassword')}
            </Button>
          </>
        )}
        {join.error !== null && !isDismissed(join.error) && <ProblemNote problem={join.error} />}
      </Stack>
    </form>
  );
}
