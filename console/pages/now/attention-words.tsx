import { useTranslation } from 'react-i18next';
import type { AttentionItem } from '#contract/attention.ts';
import { useSites } from '../../api/site-queries.ts';
import { connectorNumber } from '../../parts/connector-number.ts';
import { TextLink } from '../../parts/links.tsx';
import { DayOf } from '../../parts/moment.tsx';
import { useFaultWords } from '../../parts/use-fault-words.ts';
import { useSecurityWords } from '../../parts/use-security-words.ts';
import { useReaderWords } from '../../text/use-reader-words.ts';
import { ToolTitle } from '../proposals/tool-title.tsx';
import { useSessionWords } from '../sessions/session-words.ts';
import { StationLink } from './station-link.tsx';

/** What it is about, as a link to where more is known. */
export function AttentionSubject({ item }: { item: AttentionItem }) {
  switch (item.kind) {
    case 'not-ready':
      return null;
    case 'proposal':
      return (
        <TextLink to="/proposals">
          <ToolTitle proposal={item} />
          {item.targets.length > 0 && ` · ${item.targets.slice(0, 3).join(', ')}`}
        </TextLink>
      );
    case 'odd-session':
      return (
        <TextLink to="/sessions/$id" params={{ id: item.sessionId }}>
          {item.stationId}
        </TextLink>
      );
    case 'security-event':
      return <SecurityLink id={item.stationId} />;
    case 'energy':
      return (
        <TextLink to="/energy/$id" params={{ id: item.siteId }} search={{ tab: 'network' }}>
          {item.stationId ?? <SiteName id={item.siteId} />}
        </TextLink>
      );
    case 'finding':
      return item.stationId === null ? null : <StationLink id={item.stationId} />;
    case 'certificate':
      return item.stationId === null ? <span>{item.subject}</span> : <SecurityLink id={item.stationId} />;
    default:
      return <StationLink id={item.stationId} />;
  }
}

function SecurityLink({ id }: { id: string }) {
  return (
    <TextLink to="/equipment/$id" params={{ id }} search={{ tab: 'security' }}>
      {id}
    </TextLink>
  );
}

/** Why, in a sentence. */
export function AttentionReason({ item }: { item: AttentionItem }) {
  const { t } = useTranslation();
  const words = useSessionWords();
  const security = useSecurityWords();
  switch (item.kind) {
    case 'not-ready':
      return t(`notReady.${item.cause}`);
    case 'faulted':
      return <Faults connectors={item.connectors} />;
    case 'offline':
      return t(`link.reason.${item.reason}`);
    case 'pending':
      return [
        t(`link.pending.${item.reason}`),
        [item.vendor, item.model].filter(Boolean).join(' '),
        t('pending.from', { address: item.address }),
      ]
        .filter((part) => part !== '')
        .join(' · ');
    case 'security-event':
      return security.event(item.type);
    case 'energy':
    case 'finding':
      return <FindingTitle title={item.title} />;
    case 'certificate':
      return (
        <>
          {t('now.expires', { purpose: security.purpose(item) })} <DayOf time={item.expiresAt} />
        </>
      );
    case 'proposal':
      return t('now.proposedBy', { name: item.proposedByName ?? t('now.anAgent') });
    case 'settings-not-in-sync':
      return t(item.awaitsReboot ? 'now.awaitsReboot' : 'now.settingsRefused');
    case 'list-not-in-sync':
      return t(item.state === 'version-mismatch' ? 'now.listMismatch' : 'now.listRefused');
    case 'odd-session':
      return item.flags.map((flag) => words.flag(flag).label).join(', ');
    case 'rejected-token':
      return [
        ...(item.label === null ? [] : [item.label]),
        t(`refusals.reason.${item.reason}`),
        ...(item.times > 1 ? [t('now.times', { count: item.times })] : []),
      ].join(' · ');
  }
}

function SiteName({ id }: { id: string }) {
  const sites = useSites().data?.sites;
  return sites?.find((site) => site.id === id)?.name ?? id;
}

function FindingTitle({ title }: { title: Extract<AttentionItem, { kind: 'finding' | 'energy' }>['title'] }) {
  const { i18n } = useTranslation();
  const words = useReaderWords(title, i18n.language);
  return words === undefined ? null : (words ?? title.code);
}

type Faulty = Extract<AttentionItem, { kind: 'faulted' }>['connectors'];

function Faults({ connectors }: { connectors: Faulty }) {
  const { t } = useTranslation();
  const faultWords = useFaultWords();
  return connectors
    .map(({ evseId, connectorId, reason }) => {
      const number = connectorNumber({ evseId, connectorId }, connectors);
      const name = number === null ? t('connector.whole') : t('connector.name', { number });
      return reason === null ? name : `${name}: ${faultWords(reason)}`;
    })
    .join(' · ');
}
