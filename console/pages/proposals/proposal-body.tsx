import { useTranslation } from 'react-i18next';
import type { Proposal } from '#contract/agents/proposal.ts';
import { Fact } from '../../parts/facts.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { exactTime } from '../../text/time.ts';
import { EffectWords } from './effect-words.tsx';
import { TypedFacts } from './typed-facts.tsx';

/** What it would do, who asked, what it touches and rests upon; then who decided, and what the station did. */
export function ProposalBody({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  return (
    <div className="proposal-body">
      <p className="proposal-effect">
        <EffectWords proposal={proposal} />
      </p>
      <dl className="facts">
        <Fact name={t('proposals.fact.by')}>
          {proposal.proposedByName ?? proposal.proposedBy} · <Moment time={proposal.proposedAt} says="ago" />
        </Fact>
        <Fact name={t('proposals.fact.on')}>
          {proposal.targets.map((target) => (
            <span key={target} className="proposal-target">
              <TargetLink target={target} />
            </span>
          ))}
        </Fact>
        <Decision proposal={proposal} />
      </dl>
      <Outcome proposal={proposal} />
      <TypedFacts title={t('proposals.restsUpon')} facts={proposal.details} />
      <details className="proposal-arguments">
        <summary>{t('proposals.arguments', { tool: proposal.tool })}</summary>
        <TypedFacts facts={proposal.arguments} />
      </details>
    </div>
  );
}

function Decision({ proposal: { decidedAt, decidedBy, decidedByName, decidedVia, reason } }: { proposal: Proposal }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      {decidedAt !== null && decidedVia !== null && (
        <Fact name={t('proposals.fact.decided')}>
          {t(`proposals.via.${decidedVia}`, { who: decidedByName ?? decidedBy ?? '' })} ·{' '}
          <time dateTime={decidedAt}>{exactTime(decidedAt, i18n.language)}</time>
        </Fact>
      )}
      {reason !== null && <Fact name={t('proposals.fact.reason')}>{reason}</Fact>}
    </>
  );
}

/** What really happened, once it was carried out. */
function Outcome({ proposal: { result } }: { proposal: Proposal }) {
  const { t } = useTranslation();
  if (result === null) return null;
  return (
    <section className="proposal-result" aria-label={t('proposals.result')}>
      <h3>{t('proposals.result')}</h3>
      <p lang="en">{result.text}</p>
      <TypedFacts facts={result.data} />
    </section>
  );
}

/** What a proposal touches, such as `station:CP-7/evse:1`, with a link where we have a page for it. */
function TargetLink({ target }: { target: string }) {
  const { t } = useTranslation();
  if (target.startsWith('device:')) {
    const deviceId = target.slice('device:'.length);
    return (
      <TextLink to="/devices/$id" params={{ id: deviceId }} fz="inherit">
        {deviceId}
      </TextLink>
    );
  }
  const [, kind, id = '', evse, connector] =
    /^(station|session):([^/]+)(?:\/evse:(\d+))?(?:\/connector:(\d+))?$/.exec(target) ?? [];
  if (kind === 'session')
    return (
      <TextLink to="/sessions/$id" params={{ id }} fz="inherit">
        {target}
      </TextLink>
    );
  if (kind !== 'station') return target;
  const place = [
    ...(evse === undefined ? [] : [t('proposals.place.evse', { number: evse })]),
    ...(connector === undefined ? [] : [t('proposals.place.connector', { number: connector })]),
  ];
  return (
    <>
      <TextLink to="/equipment/$id" params={{ id }} fz="inherit">
        {id}
      </TextLink>
      {place.length > 0 && ` · ${place.join(', ')}`}
    </>
  );
}
