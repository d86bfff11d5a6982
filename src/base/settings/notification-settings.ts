import { list, text, url } from './setting-kinds.ts';

/** Notifications. */
export const notificationSettings = {
  smtpUrl: {
    ...url(
      'SMTP_URL',
      'The mail server that notifications leave by, with the user and password that we sign in with, such as smtps://user:password@mail.example.org; absent: no e-mail is sent.',
      ['smtp', 'smtps'],
    ),
    isSecret: true,
  },
  smtpFrom: text('SMTP_FROM', 'SIGEC-VE <sigec@localhost>', 'Whom e-mails come from.'),
  webhookHosts: list(
    'WEBHOOK_HOSTS',
    'Hosts, or host:port, of webhooks and push services that may be asked although they stand in a private network or speak http; absent: only those on the open net.',
  ),
};
