import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { NotificationSettings, NotificationTopic } from '#contract/automation/notification.ts';
import { reachOf } from '#principals/may.ts';
import { actWithin } from '#principals/reach.ts';
import { afterQuiet } from '../rules/quiet-hours.ts';
import { addNotification } from './notification-store.ts';
import type { BothLanguages } from './notification-words.ts';
import { type NewDelivery, putInLine } from './outbox-store.ts';
import { readSettings } from './settings-store.ts';

export type PersonToTell = { id: string; email: string | null; language: 'en' | 'pt-BR' };

export type TellNeeds = {
  pool: Pool;
  clock: Clock;
  charging: Pick<Charging, 'sites'>;
  personById(id: string): Promise<Principal | undefined>;
  /** Where mail for them goes, and in which language. */
  contactOf(id: string): Promise<{ email: string | null; language: 'en' | 'pt-BR' }>;
  isEmailPossible: boolean;
  /** Where the console is, for links in mails; empty: unknown. */
  consoleUrl: string;
};

export type Message = {
  /** The same for the same fact: nobody is told of it twice. */
  sourceKey: string;
  topic: NotificationTopic;
  text: BothLanguages;
  stationId: string | null;
  ruleId: string | null;
  eventId: string | null;
  isUrgent: boolean;
};

/** Tells people, each as they wish; says how many. Who may not see the station is not told of it. */
export async function tellPeople(needs: TellNeeds, to: readonly string[], message: Message): Promise<number> {
  let told = 0;
  for (const id of new Set(to)) {
    const person = await needs.personById(id);
    if (person === undefined || !(await maySee(needs, person, message.stationId))) continue;
    if (await tellOne(needs, id, message)) told += 1;
  }
  return told;
}

/** What belongs to no station is for those with a role over the whole installation. */
async function maySee({ charging }: TellNeeds, person: Principal, stationId: string | null): Promise<boolean> {
  const reach = reachOf(person, { access: 'read' });
  if (reach === 'whole') return true;
  if (stationId === null) return false;
  const place = await actWithin('whole', () => charging.sites.placeOf(stationId));
  return place !== null && reach.has(place.siteId);
}

async function tellOne(needs: TellNeeds, recipient: string, message: Message): Promise<boolean> {
  const { pool, clock } = needs;
  const settings = await readSettings(pool, recipient);
  const way = settings.topics[message.topic];
  if (way === 'off') return false;
  const now = clock.now();
  const id = randomUUID();
  const isNew = await addNotification(pool, { ...message, id, recipient, at: now, isForDigest: way === 'digest' });
  if (isNew && way === 'at-once')
    await putInLine(pool, await deliveriesOf(needs, { recipient, settings, message, now }));
  return true;
}

type One = { recipient: string; settings: NotificationSettings; message: Message; now: Date };

async function deliveriesOf(needs: TellNeeds, { recipient, settings, message, now }: One): Promise<NewDelivery[]> {
  const notBefore = message.isUrgent ? now : afterQuiet(settings.quietHours, now);
  const common = { sourceKey: message.sourceKey, madeAt: now, notBefore };
  const contact = await needs.contactOf(recipient);
  const address = settings.email ?? contact.email;
  const text = message.text[contact.language];
  const mail =
    needs.isEmailPossible && settings.isEmailOn && address !== null
      ? [
          {
            ...common,
            id: randomUUID(),
            receiver: `email:${recipient}`,
            body: { to: address, subject: subjectOf(text), text: bodyOf(needs, text, message) },
          },
        ]
      : [];
  const pushes = settings.isPushOn
    ? (await readEndpoints(needs.pool, recipient)).map((endpoint) => ({
        ...common,
        id: randomUUID(),
        receiver: `push:${endpoint}`,
        body: { endpoint },
      }))
    : [];
  return [...mail, ...pushes];
}

export async function readEndpoints(pool: Pool, principal: string): Promise<string[]> {
  const { rows } = await pool.query<{ endpoint: string }>(
    'select endpoint from push_subscription where principal = $1 order by created_at desc limit 20',
    [principal],
  );
  return rows.map(({ endpoint }) => endpoint);
}

export function subjectOf(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}

function bodyOf({ consoleUrl }: TellNeeds, text: string, { stationId }: Message): string {
  if (consoleUrl === '') return `${text}\n`;
  const path = stationId === null ? '/notifications' : `/equipment/${encodeURIComponent(stationId)}`;
  return `${text}\n\n${consoleUrl}${path}\n`;
}
