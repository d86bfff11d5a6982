import { notificationApi } from '#contract/api/notifications.ts';
import { openApi } from '../api.ts';
import type { ShowOptions, Texts } from '../read-options.ts';
import { showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';

export async function webhookList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(notificationApi.webhooks, {});
  const { titles, notify: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noWebhooks,
    table: () =>
      tableOf(list.webhooks, [
        ['Webhook', ({ id }) => strong(id)],
        [titles.name, ({ name }) => name],
        [titles.address, ({ url }) => url, 'flexible'],
        [words.kinds, ({ kinds }) => kinds.join(', '), 'flexible optional'],
        [words.waiting, ({ waiting }) => waiting, 'right'],
        [words.delivered, ({ deliveredAt }) => deliveredAt && shownTime(terminal, deliveredAt)],
        [words.trouble, ({ trouble }) => trouble && { text: trouble, tone: 'bad' }, 'flexible optional'],
      ]),
  });
}

type AddOptions = ShowOptions & Texts<'name' | 'site'> & { address: string; kinds: string[] };

export async function webhookAdd(terminal: Terminal, options: AddOptions): Promise<number> {
  const { address: url, kinds, name = url, site = null } = options;
  const body = { name: name.slice(0, 80), url, kinds, siteId: site };
  const added = await openApi(terminal, options).call(notificationApi.addWebhook, { body });
  return tellDone(terminal, options, added, terminal.text.notify.added(added.webhook.id, added.secret));
}

export async function webhookRemove(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  await openApi(terminal, options).call(notificationApi.removeWebhook, { params: { id: options.id } });
  return tellDone(terminal, options, {}, terminal.text.notify.webhookRemoved);
}
