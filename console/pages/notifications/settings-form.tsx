import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notificationApi } from '#contract/api/notifications.ts';
import {
  type NotificationChannels,
  type NotificationSettings,
  notificationSettings,
  notificationTopics,
  notificationWays,
} from '#contract/automation/notification.ts';
import { call } from '../../api/call.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Choice } from '../../parts/choice.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { TimeField } from '../../parts/time-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { pushEndpoint, whyNoPush } from './browser-push.ts';

/** What, when and how: each topic its way, quiet hours, the digest, e-mail, this browser. */
export function SettingsForm({ channels }: { channels: NotificationChannels }) {
  const { t } = useTranslation();
  const [settings, setSettings] = useState(channels.settings);
  const touches = ['notification-settings'] as const;
  const save = useChange({
    send: () => call(notificationApi.setSettings, { body: settings }),
    touches,
    said: () => t('notifications.saved'),
  });
  const subscribe = useChange({
    send: async () => call(notificationApi.subscribe, { body: { endpoint: await pushEndpoint(channels.pushKey) } }),
    touches,
    said: () => t('notifications.subscribed'),
  });
  const test = useChange({
    send: () => call(notificationApi.test, {}),
    touches: ['notifications'],
    said: () => t('notifications.tested'),
  });
  const change = (part: Partial<typeof settings>) => setSettings((before) => ({ ...before, ...part }));
  const { quietHours, timeZone } = settings;
  const quiet = (part: { from?: string; to?: string }) => {
    const next = { from: '22:00', to: '06:00', ...quietHours, ...part, timeZone };
    change({ quietHours: next });
  };
  const noPush = whyNoPush();
  const isWhole = isZone(timeZone) && notificationSettings.safeParse(settings).success;
  return (
    <Stack gap="md">
      <div className="form-row notification-topics">
        {notificationTopics.map((topic) => (
          <Choice
            key={topic}
            label={t(`notifications.topics.${topic}`)}
            value={settings.topics[topic]}
            options={notificationWays.map((value) => ({ value, label: t(`notifications.ways.${value}`) }))}
            onChange={(way) => change({ topics: { ...settings.topics, [topic]: way } })}
          />
        ))}
      </div>
      <Group gap="md" align="end">
        <Checkbox
          pb={8}
          label={t('notifications.quiet')}
          checked={quietHours !== null}
          onChange={({ currentTarget }) => (currentTarget.checked ? quiet({}) : change({ quietHours: null }))}
        />
        {quietHours !== null && (
          <>
            <TimeField label={t('notifications.from')} value={quietHours.from} onChange={(from) => quiet({ from })} />
            <TimeField label={t('notifications.to')} value={quietHours.to} onChange={(to) => quiet({ to })} />
          </>
        )}
        <TimeField
          label={t('notifications.digestAt')}
          value={settings.digestAt}
          onChange={(digestAt) => change({ digestAt })}
        />
        <TextInput
          label={t('notifications.timeZone')}
          placeholder="America/Sao_Paulo"
          error={isZone(timeZone) ? undefined : t('notifications.noZone')}
          value={timeZone}
          onChange={({ currentTarget }) => change(zoned(settings, currentTarget.value))}
        />
      </Group>
      <Group gap="md" align="end">
        <Checkbox
          pb={8}
          label={t('notifications.byEmail')}
          checked={settings.isEmailOn}
          onChange={({ currentTarget }) => change({ isEmailOn: currentTarget.checked })}
        />
        <TextInput
          label={t('notifications.email')}
          placeholder={channels.accountEmail ?? ''}
          value={settings.email ?? ''}
          onChange={({ currentTarget }) => change({ email: currentTarget.value === '' ? null : currentTarget.value })}
        />
        {!channels.isEmailPossible && (
          <Text size="sm" pb={8}>
            {t('notifications.noMailServer')}
          </Text>
        )}
      </Group>
      <Group gap="md" align="center">
        {noPush === undefined ? (
          <Button variant="default" size="compact-md" loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
            {t('notifications.subscribe')}
          </Button>
        ) : (
          <Text size="sm">{t(`notifications.noPush.${noPush}`)}</Text>
        )}
        <Text size="sm">
          {channels.browsers === 0
            ? t('notifications.noBrowsers')
            : t('notifications.browsers', { count: channels.browsers })}
        </Text>
      </Group>
      {[save.error, subscribe.error, test.error].map(
        (problem) => problem !== null && <ProblemNote key={problem.message} problem={problem} />,
      )}
      <Group gap="sm">
        <Button
          size="compact-md"
          loading={save.isPending}
          {...unlessBlocked(isWhole ? undefined : t('notifications.incomplete'), () => save.mutate())}
        >
          {t('notifications.save')}
        </Button>
        <Button variant="default" size="compact-md" loading={test.isPending} onClick={() => test.mutate()}>
          {t('notifications.test')}
        </Button>
      </Group>
    </Stack>
  );
}

/** One zone for all: the quiet hours are by the same clock. */
function zoned({ quietHours }: NotificationSettings, timeZone: string): Partial<NotificationSettings> {
  return { timeZone, ...(quietHours !== null && { quietHours: { ...quietHours, timeZone } }) };
}

function isZone(timeZone: string): boolean {
  try {
    return timeZone !== '' && new Intl.DateTimeFormat('en', { timeZone }).format() !== '';
  } catch {
    return false;
  }
}
