import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { partnerApi } from '#contract/api/roaming.ts';
import type { Partner } from '#contract/roaming/partner.ts';
import { call } from '../../api/call.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';

/** What can be done now, by how it stands with the partner. */
export function PartnerActions({ partner }: { partner: Partner }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'connect' | 'remove'>();
  const { id, state } = partner;
  const isConnected = state === 'connected' || state === 'unconfirmed';
  const pull = useChange({
    send: () => call(partnerApi.pull, { params: { id } }),
    touches: ['partners'],
    said: ({ outcomes }) =>
      t('partners.pulled', {
        read: outcomes.reduce((sum, { read }) => sum + read, 0),
        bad: outcomes.reduce((sum, { unreadable }) => sum + unreadable, 0),
      }),
  });
  const rotate = useChange({
    send: () => call(partnerApi.rotate, { params: { id } }),
    touches: ['partners'],
    said: () => t('partners.rotated'),
  });
  const problem = pull.error ?? rotate.error;
  return (
    <>
      {isConnected && (
        <>
          <ActionButton
            scope="partners:operate"
            variant="default"
            loading={pull.isPending}
            onClick={() => pull.mutate()}
          >
            {t('partners.pull')}
          </ActionButton>
          <ActionButton
            scope="partners:change"
            variant="default"
            loading={rotate.isPending}
            onClick={() => rotate.mutate()}
          >
            {t('partners.rotate')}
          </ActionButton>
        </>
      )}
      {(state === 'invited' || state === 'left') && (
        <ActionButton scope="partners:change" onClick={() => setAsked('connect')}>
          {t('partners.connect')}
        </ActionButton>
      )}
      {state !== 'left' && (
        <ActionButton scope="partners:change" variant="default" onClick={() => setAsked('remove')}>
          {t('partners.remove')}
        </ActionButton>
      )}
      {problem !== null && <ProblemNote problem={problem} />}
      {asked === 'connect' && <ConnectDialog partner={partner} onClose={() => setAsked(undefined)} />}
      {asked === 'remove' && <RemoveDialog partner={partner} onClose={() => setAsked(undefined)} />}
    </>
  );
}

type Props = { partner: Partner; onClose: () => void };

function ConnectDialog({ partner: { id, name }, onClose }: Props) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ versionsUrl: '', token: '' });
  const body = { versionsUrl: draft.versionsUrl.trim(), token: draft.token.trim() };
  const save = useChange({
    send: () => call(partnerApi.connect, { params: { id }, body }),
    touches: ['partners'],
    said: () => t('partners.connectedNow', { name }),
    onDone: onClose,
  });
  const isWhole = URL.canParse(body.versionsUrl) && body.token !== '';
  return (
    <FormDialog
      title={t('partners.connectTitle', { name })}
      explain={t('partners.connectHelp')}
      submit={t('partners.connect')}
      save={save}
      onClose={onClose}
      whyNot={isWhole ? undefined : t('partners.needBoth')}
    >
      <TextInput
        label={t('partners.theirUrl')}
        placeholder="https://example.com/ocpi/versions"
        maxLength={255}
        {...text('versionsUrl')}
      />
      <TextInput label={t('partners.theirToken')} maxLength={64} {...text('token')} />
    </FormDialog>
  );
}

function RemoveDialog({ partner: { id, name }, onClose }: Props) {
  const { t } = useTranslation();
  const save = useChange({
    send: () => call(partnerApi.remove, { params: { id } }),
    touches: ['partners'],
    said: () => t('partners.removed', { name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('partners.removeTitle', { name })}
      explain={t('partners.removeHelp')}
      submit={t('partners.remove')}
      save={save}
      onClose={onClose}
      isGrave
    />
  );
}
