import { useTranslation } from 'react-i18next';
import { ticketApi } from '#contract/api/tickets.ts';
import type { TicketDetails } from '#contract/tickets/ticket.ts';
import { call } from '../../api/call.ts';
import { useEvidenceOffered } from '../../api/campaign-queries.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useMay } from '../../parts/use-may.ts';
import { readerWords } from '../../text/reader-words.ts';
import { dayTime } from '../../text/time.ts';

type Evidence = TicketDetails['evidence'][number];
const nameOf = ({ kind, id }: Evidence) => `${kind} ${id}`;

/** What the ticket stands on; what is known of the station is offered. */
export function TicketEvidence({ ticket }: { ticket: TicketDetails }) {
  const { t } = useTranslation();
  const { id, stationId, evidence } = ticket;
  const may = useMay('tickets:change');
  const offered = useOffered(stationId).filter((each) => !evidence.some((held) => nameOf(held) === nameOf(each)));
  const keep = useChange({
    send: (wanted: Evidence[]) => call(ticketApi.change, { params: { id }, body: { evidence: wanted } }),
    touches: ['tickets'],
  });
  return (
    <Card title={t('tickets.evidence')}>
      {keep.error !== null && <ProblemNote problem={keep.error} />}
      <DataTable
        label={t('tickets.evidence')}
        rows={evidence}
        idOf={nameOf}
        none={t('tickets.noEvidence')}
        columns={useEvidenceColumns(ticket, (each) => keep.mutate(evidence.filter((held) => held !== each)))}
      />
      {may.told === undefined && offered.length > 0 && (
        <div className="ticket-offer">
          <Choice
            label={t('tickets.addEvidence')}
            none={t('tickets.chooseEvidence')}
            value=""
            options={offered.map((each) => ({ value: nameOf(each), label: each.title }))}
            onChange={(chosen) => {
              const found = offered.find((each) => nameOf(each) === chosen);
              if (found !== undefined) keep.mutate([...evidence, { kind: found.kind, id: found.id }]);
            }}
          />
        </div>
      )}
    </Card>
  );
}

function useEvidenceColumns({ stationId }: TicketDetails, remove: (each: Evidence) => void): Column<Evidence>[] {
  const { t } = useTranslation();
  const titles = new Map(useOffered(stationId).map((each) => [nameOf(each), each.title]));
  return [
    {
      head: t('tickets.evidence'),
      kind: 'main',
      cell: (each) => <EvidenceLink evidence={each} stationId={stationId} title={titles.get(nameOf(each))} />,
    },
    {
      head: '',
      kind: 'actions',
      cell: (each) => (
        <RowButton
          scope="tickets:change"
          aria-label={t('tickets.removeNamed', { name: titles.get(nameOf(each)) ?? each.id })}
          onClick={() => remove(each)}
        >
          {t('tickets.remove')}
        </RowButton>
      ),
    },
  ];
}

/** Findings, logs and sessions of the station, each by a name that a person knows. */
function useOffered(stationId: string): (Evidence & { title: string })[] {
  const { t, i18n } = useTranslation();
  const { findings, logFiles, sessions } = useEvidenceOffered(stationId);
  const named = (kind: Evidence['kind'], id: string, title: string, at: string | null) => ({
    kind,
    id,
    title: `${t(`tickets.evidenceKind.${kind}`)}: ${title}${at === null ? '' : ` (${dayTime(at, i18n.language)})`}`,
  });
  return [
    ...findings.map(({ id, title, openedAt }) =>
      named('finding', id, readerWords(title, i18n.language) ?? title.code, openedAt),
    ),
    ...logFiles.map(({ id, fileName, askedAt }) => named('log-file', id, fileName ?? id.slice(0, 8), askedAt)),
    ...sessions.map(({ id, startedAt }) => named('session', id, id.slice(0, 8), startedAt)),
  ];
}

type LinkProps = { evidence: Evidence; stationId: string; title: string | undefined };

function EvidenceLink({ evidence: { kind, id }, stationId, title }: LinkProps) {
  const { t } = useTranslation();
  const words = title ?? `${t(`tickets.evidenceKind.${kind}`)} ${id}`;
  switch (kind) {
    case 'finding':
      return (
        <TextLink to="/health" search={{ finding: id }}>
          {words}
        </TextLink>
      );
    case 'session':
      return (
        <TextLink to="/sessions/$id" params={{ id }}>
          {words}
        </TextLink>
      );
    case 'campaign':
      return (
        <TextLink to="/campaigns/$id" params={{ id }}>
          {words}
        </TextLink>
      );
    default:
      return (
        <TextLink
          to="/equipment/$id"
          params={{ id: stationId }}
          search={{ tab: kind === 'log-file' ? 'maintenance' : 'timeline' }}
        >
          {words}
        </TextLink>
      );
  }
}
