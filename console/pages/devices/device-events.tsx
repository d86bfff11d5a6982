import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LedgerEvent } from '#contract/event.ts';
import { useDeviceEvents } from '../../api/device-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { Card } from '../../parts/card.tsx';
import { useEventWords } from '../../parts/event-words.ts';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';

/** What happened with the device, as it happens. */
export function DeviceEvents({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error } = useDeviceEvents(id);
  return (
    <Card title={t('devices.events')}>
      {data === undefined && (error === null ? <Skeleton height={120} /> : <ProblemNote problem={error} />)}
      {data?.events.length === 0 && <p className="device-note">{t('devices.noEvents')}</p>}
      <ol className="device-events">
        {data?.events.slice(0, 30).map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
    </Card>
  );
}

function Entry({ event }: { event: LedgerEvent }) {
  const { t } = useTranslation();
  const textOf = useEventWords();
  const who = useWho();
  const { deviceId: _deviceId, ...body } = event.body; // the page is about this device
  const params = event.kind === 'device-notified' ? body['params'] : undefined;
  return (
    <li>
      <span>{textOf({ ...event, body })}</span>
      {params !== undefined && params !== null && <code>{JSON.stringify(params)}</code>}
      <small>
        <Moment time={event.happenedAt} says="ago" />
        {event.principal !== null && ` · ${t('form.by', { who: who(event.principal) })}`}
      </small>
    </li>
  );
}
