import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person, TotpBegun } from '#contract/agents/person.ts';
import { accountApi } from '#contract/api/account.ts';
import { call } from '../../api/call.ts';
import { Card } from '../../parts/card.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Dialog, FormDialog } from '../../parts/form-dialog.tsx';
import { QrPicture } from '../../parts/qr-picture.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { CurrentPassword } from './current-password.tsx';

/** A code of an app beside the password. */
export function TotpCard({ person, recoveryCodes }: { person: Person; recoveryCodes: number }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>(null);
  const close = () => setStep(null);
  return (
    <Card title={t('account.totp')}>
      <Text size="sm">{person.hasTotp ? t('account.totpOn', { count: recoveryCodes }) : t('account.totpOff')}</Text>
      <Group mt="sm">
        <Button variant="default" size="compact-sm" onClick={() => setStep(person.hasTotp ? 'remove' : 'begin')}>
          {t(person.hasTotp ? 'account.removeTotp' : 'account.setUpTotp')}
        </Button>
      </Group>
      {step === 'begin' && <ProofDialog onClose={close} onBegun={setStep} />}
      {step === 'remove' && <RemoveDialog onClose={close} />}
      {isBegun(step) && <ConfirmDialog begun={step} onClose={close} onDone={(codes) => setStep({ codes })} />}
      {isBegun(step) || typeof step !== 'object' || step === null ? null : (
        <CodesDialog codes={step.codes} onClose={close} />
      )}
    </Card>
  );
}

type Step = 'begin' | 'remove' | TotpBegun | { codes: string[] } | null;

function isBegun(step: Step): step is TotpBegun {
  return typeof step === 'object' && step !== null && Object.hasOwn(step, 'uri');
}

const proofOf = (currentPassword: string) => (currentPassword === '' ? {} : { currentPassword });

function ProofDialog({ onClose, onBegun }: { onClose: () => void; onBegun: (begun: TotpBegun) => void }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ currentPassword: '' });
  const begin = useChange({
    send: () => call(accountApi.beginTotp, { body: proofOf(draft.currentPassword) }),
    onDone: onBegun,
  });
  return (
    <FormDialog
      title={t('account.setUpTotp')}
      submit={t('account.goOn')}
      save={begin}
      onClose={onClose}
      explain={t('account.totpExplain')}
    >
      <CurrentPassword problem={begin.error} {...text('currentPassword')} />
    </FormDialog>
  );
}

type ConfirmProps = { begun: TotpBegun; onClose: () => void; onDone: (codes: string[]) => void };

function ConfirmDialog({ begun, onClose, onDone }: ConfirmProps) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ code: '' });
  const confirm = useChange({
    send: () => call(accountApi.confirmTotp, { body: { code: draft.code.trim() } }),
    touches: ['account'],
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <FormDialog
      title={t('account.setUpTotp')}
      submit={t('account.confirm')}
      save={confirm}
      onClose={onClose}
      explain={t('account.scan')}
      whyNot={/^\d{6}$/.test(draft.code.trim()) ? undefined : t('account.needsCode')}
    >
      <Stack gap="md">
        <QrPicture text={begun.uri} label={t('account.qr')} />
        <CopyLine value={begun.secret} what={t('account.secret')} />
        <TextInput
          label={t('signIn.code')}
          inputMode="numeric"
          maxLength={6}
          {...text('code')}
          autoComplete="one-time-code"
        />
      </Stack>
    </FormDialog>
  );
}

function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('account.recoveryTitle')} onClose={onClose} isKept>
      <Stack gap="md">
        <Text size="sm">{t('account.recoveryHelp')}</Text>
        <CopyLine value={codes.join('\n')} what={t('account.recoveryTitle')}>
          {codes.map((code) => (
            <span key={code}>
              {code}
              <br />
            </span>
          ))}
        </CopyLine>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('account.kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ currentPassword: '' });
  const remove = useChange({
    send: () => call(accountApi.removeTotp, { body: proofOf(draft.currentPassword) }),
    touches: ['account'],
    said: () => t('account.totpRemoved'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('account.removeTotp')}
      submit={t('account.removeTotp')}
      save={remove}
      onClose={onClose}
      isGrave
    >
      <CurrentPassword problem={remove.error} {...text('currentPassword')} />
    </FormDialog>
  );
}
