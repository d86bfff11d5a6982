import { Progress, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { securityApi } from '#contract/api/security.ts';
import type { StationSecurityFacts } from '#contract/stations/security-facts.ts';
import { type SecurityUpgrade, upgradeReasons } from '#contract/stations/security-upgrade.ts';
import { call } from '../../api/call.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Fact } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';

type Props = { id: string; facts: StationSecurityFacts };

const profileTones = ['bad', 'held', 'good', 'good'] as const;

/** Which security profile a station has, and its way to a higher one. */
export function UpgradeCard({ id, facts }: Props) {
  const { t } = useTranslation();
  const [isRaising, setIsRaising] = useState(false);
  const [isSettingFloor, setIsSettingFloor] = useState(false);
  const { currentProfile, minimumProfile, profileAcceptedAt, upgrade } = facts;
  const isRunning = upgrade?.state === 'running';
  return (
    <Card title={t('stationSecurity.profile')}>
      <dl className="facts">
        <Fact name={t('stationSecurity.field.profile')}>
          {currentProfile === null ? (
            <span className="none">{t('stationSecurity.notSince')}</span>
          ) : (
            <Chip tone={profileTones[currentProfile] ?? 'rest'}>
              {t(`stationSecurity.profiles.${profileKey(currentProfile)}`)}
            </Chip>
          )}
        </Fact>
        <Fact name={t('stationSecurity.field.floor')}>
          {t(`stationSecurity.profiles.${profileKey(minimumProfile)}`)}
          {profileAcceptedAt !== null && (
            <small>
              <Moment time={profileAcceptedAt} says="ago" />
            </small>
          )}
        </Fact>
      </dl>
      {upgrade !== null && <Way upgrade={upgrade} />}
      <MayNote scope="stations:change" />
      {!isRunning && Math.max(minimumProfile, currentProfile ?? 0) < 3 && (
        <ActionButton scope="stations:change" mt="md" onClick={() => setIsRaising(true)}>
          {t('stationSecurity.raise')}
        </ActionButton>
      )}
      {upgrade !== null && (isRunning || upgrade.state === 'stopped') && <Abandon id={id} />}
      {!isRunning && Math.max(minimumProfile, currentProfile ?? 0) > 0 && (
        <ActionButton scope="stations:change" variant="default" mt="md" onClick={() => setIsSettingFloor(true)}>
          {t('stationSecurity.setFloor')}
        </ActionButton>
      )}
      {isSettingFloor && <FloorDialog id={id} facts={facts} onClose={() => setIsSettingFloor(false)} />}
      {isRaising && <RaiseDialog id={id} facts={facts} onClose={() => setIsRaising(false)} />}
    </Card>
  );
}

function profileKey(profile: number): 'p0' | 'p1' | 'p2' | 'p3' {
  return (['p0', 'p1', 'p2', 'p3'] as const)[profile] ?? 'p0';
}

const stateTones = { running: 'busy', done: 'good', stopped: 'bad', abandoned: 'rest' } as const;

function Way({ upgrade }: { upgrade: SecurityUpgrade }) {
  const { t } = useTranslation();
  const { steps, stepsDone, state, toProfile, reason } = upgrade;
  const step = steps[stepsDone];
  const known = upgradeReasons.find((word) => word === reason);
  return (
    <div role="status">
      <p>
        <Chip tone={stateTones[state]}>{t(`stationSecurity.way.${state}`, { profile: toProfile })}</Chip>
      </p>
      {state === 'running' && step !== undefined && (
        <p>
          {t('stationSecurity.stepOf', { profile: step.profile, what: t(`stationSecurity.step.${step.act}`) })} (
          {stepsDone + 1}/{steps.length})
        </p>
      )}
      {state === 'running' && (
        <Progress value={(100 * stepsDone) / Math.max(1, steps.length)} aria-label={t('stationSecurity.progress')} />
      )}
      {reason !== null && <p>{known === undefined ? reason : t(`stationSecurity.reason.${known}`)}</p>}
    </div>
  );
}

function Abandon({ id }: { id: string }) {
  const { t } = useTranslation();
  const abandon = useChange({
    send: () => call(securityApi.abandonUpgrade, { params: { id } }),
    touches: ['station-security'],
  });
  return (
    <>
      {abandon.error !== null && <ProblemNote problem={abandon.error} />}
      <ActionButton
        scope="stations:change"
        variant="default"
        mt="md"
        loading={abandon.isPending}
        onClick={() => abandon.mutate()}
      >
        {t('stationSecurity.abandon')}
      </ActionButton>
    </>
  );
}

function RaiseDialog({ id, facts, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, choice } = useDraft({ profile: '3' });
  const least = Math.max(facts.minimumProfile, facts.currentProfile ?? 0);
  const profiles = [1, 2, 3].filter((profile) => profile > least);
  const raise = useChange({
    send: () => call(securityApi.startUpgrade, { params: { id }, body: { toProfile: Number(draft.profile) } }),
    touches: ['station-security'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('stationSecurity.raise')}
      submit={t('stationSecurity.raise')}
      save={raise}
      onClose={onClose}
      explain={t('stationSecurity.raiseExplain')}
    >
      <Choice
        label={t('stationSecurity.field.profile')}
        options={profiles.map((profile) => ({
          value: String(profile),
          label: t(`stationSecurity.profiles.${profileKey(profile)}`),
        }))}
        {...choice('profile')}
      />
    </FormDialog>
  );
}

function FloorDialog({ id, facts, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const { minimumProfile, currentProfile } = facts;
  const profiles = [0, 1, 2, 3].filter(
    (profile) => profile !== minimumProfile && profile <= Math.max(minimumProfile, currentProfile ?? 0),
  );
  const { draft, choice, text } = useDraft({ profile: String(profiles.at(-1)), why: '' });
  const setFloor = useChange({
    send: () =>
      call(securityApi.setFloor, { params: { id }, body: { profile: Number(draft.profile), why: draft.why.trim() } }),
    touches: ['station-security'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('stationSecurity.setFloor')}
      submit={t('stationSecurity.setFloor')}
      save={setFloor}
      onClose={onClose}
      explain={t('stationSecurity.setFloorExplain')}
      isGrave={Number(draft.profile) < minimumProfile}
    >
      <Choice
        label={t('stationSecurity.field.floor')}
        options={profiles.map((profile) => ({
          value: String(profile),
          label: t(`stationSecurity.profiles.${profileKey(profile)}`),
        }))}
        {...choice('profile')}
      />
      <TextInput label={t('stationSecurity.why')} required {...text('why')} />
    </FormDialog>
  );
}
