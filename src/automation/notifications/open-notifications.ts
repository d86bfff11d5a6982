import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { isTimeZone } from '#base/clock.ts';
import { type Duty, every } from '#base/every.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import type { Log } from '#base/log.ts';
import { auditOf } from '#charging/change-entry.ts';
import type { Charging } from '#charging/open-charging.ts';
import type {
  CreatedWebhook,
  NewWebhook,
  NotificationChannels,
  NotificationList,
  NotificationSettings,
  Webhook,
} from '#contract/automation/notification.ts';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import { events } from '#contract/events/events.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { seal } from '#ledger/seal.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { actWithin } from '#principals/reach.ts';
import { type Following, followLedger } from '../follow-ledger.ts';
import type { Tell } from '../rules/do-action.ts';
import { deliverOutbox, type Send } from './deliver-outbox.ts';
import { sendDigests } from './digest.ts';
import { forgetNotifications, markRead, readNotifications } from './notification-store.ts';
import { wordsOfEvent, wordsOfRule } from './notification-words.ts';
import { putInLine } from './outbox-store.ts';
import { emailSender } from './send-email.ts';
import { openPushKey, pushSender } from './send-push.ts';
import { secretPurpose, webhookSender } from './send-webhook.ts';
import { readSettings, saveSettings } from './settings-store.ts';
import { readEndpoints, type TellNeeds, tellPeople } from './tell-people.ts';
import { topicKinds, topicOf } from './topics.ts';
import { newWebhookSecret } from './webhook-signature.ts';
import { addWebhook, readWebhooks, removeWebhook, showWebhooks, type WebhookRow } from './webhook-store.ts';

export type NotificationNeeds = Omit<TellNeeds, 'isEmailPossible'> &
  Duty & {
    pool: Pool;
    ledger: Ledger;
    charging: Pick<Charging, 'sites'>;
    clock: Clock;
    log: Log;
    installationKey: Buffer;
    /** Everybody who may be told something. */
    people(): Promise<readonly string[]>;
    /** Empty: no mail is sent. */
    smtp: { url: string; from: string };
    /** Asks addresses that others named. */
    fetch: GuardedFetch;
    /** Of the installation: by its clock is told who has not said anything else. */
    timeZone: string;
    /** How we are reached by push services that have a complaint: a mailto or https address. */
    contact: string;
    everyMs?: number | undefined;
  };

export type Notifications = ReturnType<typeof openNotifications>;

const keepDays = 90;
const dayMs = 86_400_000;

/** What people and other systems are told: the list in the console, e-mail, push, webhooks. */
export function openNotifications(given: NotificationNeeds) {
  const { pool, ledger, clock, log, installationKey } = given;
  const mail = given.smtp.url === '' ? undefined : emailSender(given.smtp);
  const needs: TellNeeds = { ...given, isEmailPossible: mail !== undefined };
  const pushKey = () => openPushKey(pool, installationKey);
  const channels: Record<string, Send> = {
    webhook: webhookSender(given),
    push: pushSender({ ...given, key: pushKey }),
    ...(mail && { email: mail.send }),
  };
  const outbox = deliverOutbox({ ...given, channels });
  const digests = every({
    task: 'send digests',
    everyMs: 30_000,
    log,
    only: given.isKeeper,
    run: () => sendDigests(needs),
  });
  const forgetting = every({
    task: 'forget old notifications',
    everyMs: 6 * 3_600_000,
    log,
    only: given.isKeeper,
    run: () => forgetNotifications(pool, new Date(clock.now().getTime() - keepDays * dayMs)),
  });
  let webhooks: readonly WebhookRow[] = [];
  let kinds: ReadonlySet<StoredKind> = new Set();
  const reload = async () => {
    webhooks = await readWebhooks(pool);
    kinds = new Set([...topicKinds, ...webhooks.flatMap((webhook) => webhook.kinds as StoredKind[])]);
  };
  let following: Following | undefined;

  /** Each action that tells something is told; what keeps a rule back is told once a day, however many stations would have triggered it. */
  const keyOf = (keptBack: Parameters<Tell>[0]['keptBack'], stationId: string | null) => {
    if (keptBack === undefined) return randomUUID();
    const ofOne = keptBack === 'loop' ? ` ${stationId}` : '';
    return `${keptBack}${ofOne} ${clock.now().toISOString().slice(0, 10)}`;
  };
  const tell: Tell = ({ to, event, stationId, ruleId, isUrgent, ...told }) =>
    tellPeople(needs, to, {
      sourceKey: `rule ${ruleId} ${keyOf(told.keptBack, stationId)}`,
      topic: 'rules',
      text: wordsOfRule({ ...told, event, stationId }),
      stationId,
      ruleId,
      isUrgent,
      eventId: event?.id ?? null,
    });

  async function take(event: LedgerEvent): Promise<void> {
    const wanted = webhooks.filter(({ kinds }) => kinds.includes(event.kind));
    for (const webhook of wanted)
      if (await isAt(event, webhook.siteId)) await putInLine(pool, [toWebhook(webhook, event, clock.now())]);
    const topic = topicOf(event);
    if (topic === undefined) return;
    const { stationId, id: eventId } = event;
    const message = {
      sourceKey: `event ${eventId}`,
      topic,
      text: wordsOfEvent(event),
      stationId,
      ruleId: null,
      eventId,
      isUrgent: false,
    };
    await tellPeople(needs, await given.people(), message);
  }

  async function isAt({ stationId, body }: LedgerEvent, siteId: string | null): Promise<boolean> {
    if (siteId === null) return true;
    if (stationId === null) return body['siteId'] === siteId;
    return (await actWithin('whole', () => given.charging.sites.placeOf(stationId)))?.siteId === siteId;
  }

  return {
    tell,
    async start(): Promise<void> {
      await reload();
      following = await followLedger(given, { reader: 'notifications', take, kinds: () => kinds });
    },
    /** What is due leaves now. */
    deliver: () => outbox.now(),
    digest: () => digests.now(),
    list: (actor: Actor, asked: { limit: number; unread: boolean }): Promise<NotificationList> =>
      readNotifications(pool, { recipient: actorName(actor), ...asked }),
    markRead: (actor: Actor, ids: readonly string[] | null) =>
      markRead(pool, { recipient: actorName(actor), ids, at: clock.now() }),
    async channels(actor: Actor): Promise<NotificationChannels> {
      const me = actorName(actor);
      const [settings, { email }, { publicKey }, endpoints] = await Promise.all([
        readSettings(pool, me, given.timeZone),
        given.contactOf(me),
        pushKey(),
        readEndpoints(pool, me),
      ]);
      return {
        settings,
        isEmailPossible: mail !== undefined,
        accountEmail: email,
        pushKey: publicKey,
        browsers: endpoints.length,
      };
    },
    async setSettings(actor: Actor, settings: NotificationSettings): Promise<void> {
      const zones = [settings.timeZone, ...(settings.quietHours ? [settings.quietHours.timeZone] : [])];
      const zone = zones.find((name) => !isTimeZone(name));
      if (zone !== undefined) throw problemOf('INVALID_INPUT', sentenceOf('rule-unknown-zone', { zone }));
      await saveSettings(pool, actorName(actor), settings, clock.now());
      await ledger.commit({ audit: [auditOf('notification-settings-changed', actorName(actor), actor)] });
    },
    async subscribe(actor: Actor, endpoint: string): Promise<void> {
      await pool.query(
        `insert into push_subscription (endpoint, principal, created_at) values ($1, $2, $3)
         on conflict (endpoint) do update set principal = excluded.principal`,
        [endpoint, actorName(actor), clock.now()],
      );
    },
    async unsubscribe(actor: Actor, endpoint: string): Promise<void> {
      await pool.query('delete from push_subscription where endpoint = $1 and principal = $2', [
        endpoint,
        actorName(actor),
      ]);
    },
    /** Something to see whether it arrives, by every way that is switched on. */
    async test(actor: Actor): Promise<number> {
      const text = {
        en: 'This is a test: notifications reach you here.',
        'pt-BR': 'Isto é um teste: as notificações chegam até você aqui.',
      };
      const about = { stationId: null, ruleId: null, eventId: null, isUrgent: true, topic: 'rules', text } as const;
      return tellPeople(needs, [actorName(actor)], { ...about, sourceKey: `test ${randomUUID()}` });
    },
    webhooks: (): Promise<Webhook[]> => showWebhooks(pool),
    async addWebhook(asked: NewWebhook, actor: Actor): Promise<CreatedWebhook> {
      const kind = asked.kinds.find((each) => !Object.hasOwn(events, each));
      if (kind !== undefined) throw problemOf('INVALID_INPUT', sentenceOf('rule-unknown-event', { kind }));
      const id = randomUUID();
      const secret = newWebhookSecret();
      const secretSealed = seal(installationKey, secretPurpose(id), Buffer.from(secret));
      const { name, url, kinds, siteId } = asked;
      await addWebhook(pool, {
        id,
        name,
        url,
        kinds,
        siteId,
        secretSealed,
        createdAt: clock.now(),
        createdBy: actorName(actor),
      });
      await ledger.commit({
        audit: [auditOf('webhook-added', id, actor, { url: new URL(url).origin, kinds, siteId })],
      });
      await reload();
      const [webhook] = await showWebhooks(pool, id);
      if (webhook === undefined) throw problemOf('NOT_FOUND', sentenceOf('no-webhook', { webhookId: id }));
      return { webhook, secret };
    },
    async removeWebhook(id: string, actor: Actor): Promise<void> {
      if (!(await removeWebhook(pool, id, clock.now())))
        throw problemOf('NOT_FOUND', sentenceOf('no-webhook', { webhookId: id }));
      await ledger.commit({ audit: [auditOf('webhook-removed', id, actor)] });
      await reload();
    },
    async close(): Promise<void> {
      await following?.close();
      await digests.close();
      await forgetting.close();
      await outbox.close();
      mail?.close();
    },
  };
}

function toWebhook({ id: webhookId }: WebhookRow, event: LedgerEvent, now: Date) {
  const { id: eventId, kind, stationId, happenedAt, recordedAt, body } = event;
  return {
    id: randomUUID(),
    receiver: `webhook:${webhookId}`,
    sourceKey: eventId,
    madeAt: now,
    notBefore: now,
    body: { type: kind, timestamp: happenedAt, data: { eventId, kind, stationId, happenedAt, recordedAt, body } },
  };
}
