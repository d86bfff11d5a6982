// One connection for all tabs of a browser: it has no more than six for a server, and a tab without one could read nothing at all.
import { type FeedNews, FeedReader } from './feed-reader.ts';

/** `reconnect`: somebody signed in or out in this tab. */
export type FeedOrder = 'reconnect' | 'leave';
/** `identity`: in another tab somebody signed in or out. */
export type WorkerNews = FeedNews | { type: 'identity' };

const tabs = new Set<MessagePort>();

function tell(tab: MessagePort, news: WorkerNews): void {
  tab.postMessage(news); // oxlint-disable-line unicorn/require-post-message-target-origin -- a port has one other end
}

const reader = new FeedReader((news) => {
  for (const tab of tabs) tell(tab, news);
});
void reader.run(new AbortController().signal); // as long as there are tabs

globalThis.addEventListener('connect', (event) => {
  const [tab] = (event as MessageEvent).ports;
  if (tab === undefined) return;
  tabs.add(tab);
  tab.addEventListener('message', ({ data }: MessageEvent<FeedOrder>) => {
    if (data === 'leave') return void tabs.delete(tab);
    reader.reconnect();
    for (const other of tabs) if (other !== tab) tell(other, { type: 'identity' });
  });
  tab.start();
  tell(tab, { type: 'status', status: reader.status });
  if (reader.status.state === 'live') tell(tab, { type: 'connected' });
});
