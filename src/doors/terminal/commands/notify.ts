import { notificationApi } from '#contract/api/notifications.ts';
import {
  type NotificationChannels,
  type NotificationSettings,
  notificationTopic,
  notificationWay,
} from '#contract/automation/notification.ts';
import { openApi } from '../api.ts';
import { invalidInput, optionReader, type ShowOptions, type Switches, type Texts } from '../read-options.ts';
import { fieldLines, show, showList, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';

export async function notifyList(
  terminal: Terminal,
  options: ShowOptions & Texts<'limit'> & Switches<'unread'>,
): Promise<number> {
  const limit = optionReader(terminal, options).limit(50, 500);
  const query = { limit, unread: options.unread === true };
  const list = await openApi(terminal, options).call(notificationApi.list, { query });
  const { titles, notify: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.notifications, [
        [titles.when, ({ at }) => shownTime(terminal, at)],
        [titles.station, ({ stationId }) => stationId],
        [
          words.text,
          ({ text, readAt }) => ({ text: text[terminal.language], tone: readAt === null ? 'strong' : 'quiet' }),
          'flexible',
        ],
      ]),
    more: list.unread === 0 ? undefined : words.unread(list.unread),
  });
}

export async function notifyRead(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(notificationApi.markRead, { body: {} });
  return tellDone(terminal, options, list, terminal.text.notify.allRead);
}

type SettingsOptions = ShowOptions & Texts<'quiet' | 'digest' | 'email' | 'timeZone'> & { topic?: string[] };

/** Shows them; with options, changes what is named and leaves the rest. */
export async function notifySettings(terminal: Terminal, options: SettingsOptions): Promise<number> {
  const api = openApi(terminal, options);
  const before = await api.call(notificationApi.channels, {});
  const { topic = [], quiet, digest, email, timeZone } = options;
  const isAsked = [quiet, digest, email, timeZone].some((each) => each !== undefined) || topic.length > 0;
  if (!isAsked) return show(terminal, options, before, () => settingsLines(terminal, before));
  const { settings } = before;
  const zone = timeZone ?? settings.timeZone;
  const body: NotificationSettings = {
    ...settings,
    topics: { ...settings.topics, ...Object.fromEntries(topic.map((each) => readTopic(terminal, each))) },
    timeZone: zone,
    ...(quiet !== undefined && { quietHours: readQuiet(terminal, quiet, zone) }),
    ...(digest !== undefined && { digestAt: digest }),
    ...(email !== undefined && (email === 'off' ? { isEmailOn: false } : { isEmailOn: true, email })),
  };
  const after = await api.call(notificationApi.setSettings, { body });
  return tellDone(terminal, options, after, terminal.text.notify.saved);
}

function readTopic(terminal: Terminal, value: string): [string, string] {
  const [topic = '', way = ''] = value.split('=');
  if (notificationTopic.safeParse(topic).success && notificationWay.safeParse(way).success) return [topic, way];
  throw invalidInput(terminal, { name: '--topic', value, accepts: terminal.text.notify.accepts.topic });
}

function readQuiet(terminal: Terminal, value: string, timeZone: string): NotificationSettings['quietHours'] {
  if (value === 'off') return null;
  const [, from, to] = /^(\d{2}:\d{2})-(\d{2}:\d{2})$/.exec(value) ?? [];
  if (from !== undefined && to !== undefined) return { from, to, timeZone };
  throw invalidInput(terminal, { name: '--quiet', value, accepts: terminal.text.notify.accepts.quiet });
}

function settingsLines(terminal: Terminal, channels: NotificationChannels): string[] {
  const { settings, accountEmail, isEmailPossible, browsers } = channels;
  const { notify: words } = terminal.text;
  const { quietHours, topics, digestAt, timeZone, isEmailOn, email } = settings;
  const address = isEmailOn ? (email ?? accountEmail ?? words.off) : words.off;
  return fieldLines(terminal, [
    [
      words.topics,
      Object.entries(topics)
        .map((each) => each.join('='))
        .join(', '),
    ],
    [words.quiet, quietHours === null ? words.off : `${quietHours.from}-${quietHours.to} (${quietHours.timeZone})`],
    [words.digest, `${digestAt} (${timeZone})`],
    [words.email, isEmailPossible ? address : words.noMailServer],
    [words.browsers, String(browsers)],
  ]);
}

export async function notifyTest(terminal: Terminal, options: ShowOptions): Promise<number> {
  const sent = await openApi(terminal, options).call(notificationApi.test, {});
  return tellDone(terminal, options, sent, terminal.text.notify.sent);
}
