import { createTransport } from 'nodemailer';
import { asError } from '#base/errors.ts';
import type { Send } from './deliver-outbox.ts';

export type Mail = { to: string; subject: string; text: string };

const patienceMs = 20_000;

/** Over the SMTP server of SMTP_URL, which the operator chose. The id is the same at every attempt, so that servers know a mail they had. */
export function emailSender({ url, from }: { url: string; from: string }): { send: Send; close(): void } {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, body }) {
      const { to, subject, text } = body as Mail;
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          messageId: `<${id}@sigec>`,
          headers: { 'auto-submitted': 'auto-generated' },
        });
        return 'taken';
      } catch (thrown) {
        // 5xx for this address is for good; anything else may pass.
        const { responseCode } = thrown as { responseCode?: number };
        if (responseCode !== undefined && responseCode >= 550 && responseCode <= 559) return 'gone';
        throw asError(thrown);
      }
    },
    close: () => transport.close(),
  };
}
