import { randomUUID } from 'node:crypto';
import { nextMomentAt } from '#base/wall-clock.ts';
import { takeForDigest } from './notification-store.ts';
import { putInLine } from './outbox-store.ts';
import { readDigestReaders } from './settings-store.ts';
import type { TellNeeds } from './tell-people.ts';

const words = {
  en: { subject: (count: number) => `SIGEC-VE: ${count} notifications`, intro: 'Since the last digest:' },
  'pt-BR': { subject: (count: number) => `SIGEC-VE: ${count} notificações`, intro: 'Desde o último resumo:' },
};

/** The mail of the day, to everybody whose time has come. */
export async function sendDigests(needs: TellNeeds): Promise<void> {
  const { pool, clock } = needs;
  const now = clock.now();
  for (const { principal, settings, digestedAt } of await readDigestReaders(pool)) {
    const { timeZone, digestAt } = settings;
    if (nextMomentAt(digestAt, { timeZone, now: digestedAt }) > now) continue;
    const { email, language } = await needs.contactOf(principal);
    const address = settings.email ?? email;
    const items = await takeForDigest(pool, principal, now);
    if (items.length === 0 || address === null || !settings.isEmailOn || !needs.isEmailPossible) continue;
    const lines = items.map(({ at, text }) => `- ${at.slice(0, 16).replace('T', ' ')} UTC  ${text[language]}`);
    const { subject, intro } = words[language];
    const body = { to: address, subject: subject(items.length), text: `${intro}\n\n${lines.join('\n')}\n` };
    const id = randomUUID();
    await putInLine(pool, [
      {
        id,
        receiver: `email:${principal}`,
        sourceKey: `digest ${now.toISOString()}`,
        body,
        madeAt: now,
        notBefore: now,
      },
    ]);
  }
}
