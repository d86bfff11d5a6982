import { Alert, Anchor, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgentRole, ConsentAnswer, ConsentRequest } from '#contract/agents/connected-agent.ts';
import type { Principal } from '#contract/agents/principal.ts';
import { connectedAgentApi } from '#contract/api/connected-agents.ts';
import { call } from '../../api/call.ts';
import { usePrincipal, useSignOut } from '../../api/principal.ts';
import { useRead } from '../../api/queries.ts';
import { Fact } from '../../parts/facts.tsx';
import { GrantList } from '../../parts/grants.tsx';
import { LanguageMenu } from '../../parts/language-menu.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SignInForm } from '../../parts/sign-in-form.tsx';
import { ThemeMenu } from '../../parts/theme-menu.tsx';

const consentPath = '/oauth/authorize';
/** As the program wrote it: the server reads it again, character for character, before it asks and before it answers. */
const asked = window.location.search.slice(1);

/** Where a program sends a browser to have an agent let in: a person sees who asks for what, signs in, and decides. */
export function ConsentPage() {
  const { t } = useTranslation();
  const principal = usePrincipal();
  usePageTitle(t('consent.title'));
  const { data, error } = useRead(['consent', principal?.id], connectedAgentApi.readRequest, {
    query: { request: asked },
  });
  const title = data === undefined ? t('consent.title') : t('consent.asks', { name: data.client.name });
  return (
    <main>
      <div className="notice-tools">
        <LanguageMenu />
        <ThemeMenu />
      </div>
      <Notice title={title}>
        {error !== null && <ProblemNote title={t('consent.broken')} problem={error} />}
        {data !== undefined && <Question request={data} />}
      </Notice>
    </main>
  );
}

function Question({ request }: { request: ConsentRequest }) {
  const { t } = useTranslation();
  const { principal } = request;
  return (
    <Stack gap="md" w="100%">
      <WhoAsks request={request} />
      {principal === null ? (
        <>
          <Text size="sm">{t('consent.signIn')}</Text>
          <SignInForm next={`${consentPath}?${asked}`} />
        </>
      ) : (
        <>
          <Decision key={principal.id} request={request} person={principal} />
          <OtherAccount />
        </>
      )}
    </Stack>
  );
}

function WhoAsks({ request: { client, redirectHost, address, asked: wanted } }: { request: ConsentRequest }) {
  const { t } = useTranslation();
  return (
    <>
      <Alert color={client.isVerified ? 'gray' : 'yellow'} variant="light">
        {t(client.isVerified ? 'consent.verified' : 'consent.unverified', { host: client.host })}
      </Alert>
      <dl className="facts">
        <Fact name={t('consent.wants')}>{t(`consent.role.${wanted}`)}</Fact>
        <Fact name={t('consent.place')}>{address}</Fact>
        <Fact name={t('consent.back')}>{redirectHost}</Fact>
      </dl>
    </>
  );
}

function Decision({ request, person }: { request: ConsentRequest; person: Principal }) {
  const { t } = useTranslation();
  const { asked: wanted, offers } = request;
  const [role, setRole] = useState<AgentRole>(offers.some((offer) => offer.role === wanted) ? wanted : 'viewer');
  const decide = useMutation({
    mutationFn: (decision: ConsentAnswer['decision']) =>
      call(connectedAgentApi.decide, { body: { request: asked, decision } }),
    onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
  });
  const chosen = offers.find((offer) => offer.role === role);
  if (chosen === undefined) return <Alert color="red">{t('consent.notYou')}</Alert>;
  const isBusy = decide.isPending || decide.isSuccess;
  return (
    <>
      <Radio.Group label={t('consent.may', { name: person.name })} value={role} onChange={(value) => setRole(value)}>
        <Stack gap="xs" mt="xs">
          {offers.map((offer) => (
            <Radio
              key={offer.role}
              value={offer.role}
              label={t(`consent.role.${offer.role}`)}
              description={t(`consent.roleHelp.${offer.role}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <dl className="facts">
        <Fact name={t('consent.where')}>
          <GrantList grants={chosen.grants} />
        </Fact>
      </dl>
      <Text size="sm">{t('consent.limits')}</Text>
      {decide.error !== null && <ProblemNote problem={decide.error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={isBusy} onClick={() => decide.mutate({ is: 'refused' })}>
          {t('consent.refuse')}
        </Button>
        <Button loading={isBusy} onClick={() => decide.mutate({ is: 'allowed', role })}>
          {t('consent.allow')}
        </Button>
      </Group>
    </>
  );
}

/** Whoever shares a browser may be signed in as somebody else. */
function OtherAccount() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <Anchor component="button" type="button" size="sm" w="fit-content" onClick={() => signOut.mutate()}>
      {t('consent.otherAccount')}
    </Anchor>
  );
}
