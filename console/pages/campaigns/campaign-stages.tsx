import { useTranslation } from 'react-i18next';
import type { Campaign, CampaignStation } from '#contract/campaigns/campaign.ts';
import './campaigns.css';

const ended: ReadonlySet<CampaignStation['state']> = new Set(['done', 'failed', 'rolled-back']);

type Props = { campaign: Campaign; stations: readonly CampaignStation[] };

/** The canary, then each share of all: which stage it is at, and how each of them went. */
export function CampaignStages({ campaign, stations }: Props) {
  const { t } = useTranslation();
  const { stages, stage, state, counts, total, touched } = campaign;
  return (
    <>
      <ol className="campaign-stages" aria-label={t('campaigns.column.progress')}>
        {stages.map((upTo, index) => {
          const here = stations.filter((each) => each.stage === index && each.state !== 'skipped');
          const failed = here.filter((each) => each.state === 'failed').length;
          const done = here.filter((each) => ended.has(each.state)).length;
          const isNow = index === stage && (state === 'running' || state === 'paused');
          return (
            <li key={upTo} data-now={isNow} {...(isNow && { 'aria-current': 'step' as const })}>
              <strong>{index === 0 ? t('campaigns.canary') : t('campaigns.stageOf', { number: index + 1 })}</strong>
              <meter min={0} max={Math.max(1, here.length)} value={done} aria-hidden="true" />
              <small>
                {t('campaigns.stageProgress', { done, count: here.length })}
                {failed > 0 && ` · ${t('campaigns.stageFailed', { count: failed })}`}
              </small>
            </li>
          );
        })}
      </ol>
      <p className="quiet">{t('campaigns.progress', { done: counts.done, total, touched, failed: counts.failed })}</p>
    </>
  );
}
