import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { Chip } from '../../../parts/chip.tsx';
import { LinkReason } from '../../../parts/link-chip.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { ScrollBox } from '../../../parts/scroll-box.tsx';
import { numberText } from '../../../text/quantities.ts';
import { clockTime } from '../../../text/time.ts';
import { effectsOf } from '../../station/commands/is-effect.ts';
import { outcomeTone } from '../../station/commands/outcome-tone.ts';
import { type BulkRow, type BulkRows, hasFailed } from './bulk-rows.ts';
import './bulk.css';

type Props = { stations: readonly Station[]; rows: BulkRows; name: string; isOver: boolean };

/** How far it is at each station, in the order in which they were chosen; those that could not be asked say why. */
export function BulkResults({ stations, rows, name, isOver }: Props) {
  const { t, i18n } = useTranslation();
  const all = [...rows.values()];
  const count = (value: number) => numberText(value, i18n.language, 0);
  const accepted = all.filter(({ outcome }) => outcome?.status === 'accepted').length;
  const failed = all.filter(hasFailed).length;
  return (
    <>
      <p className="bulk-sum" role="status">
        {t('bulk.sum', {
          asked: count(all.length),
          accepted: count(accepted),
          failed: count(failed),
          waiting: count(all.filter(({ step }) => step !== 'ended').length),
        })}
      </p>
      <ScrollBox className="bulk-results">
        <table className="data-table" aria-label={t('bulk.results')} aria-busy={!isOver}>
          <thead>
            <tr>
              <th scope="col">{t('equipment.column.station')}</th>
              <th scope="col">{t('bulk.step')}</th>
              <th scope="col">{t('bulk.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {stations.map((station) => {
              const row = rows.get(station.id);
              return (
                <tr key={station.id}>
                  <td className="main">
                    <TextLink to="/equipment/$id" params={{ id: station.id }} fz="inherit">
                      {station.id}
                    </TextLink>
                  </td>
                  {row === undefined ? <NotAsked station={station} /> : <Result row={row} name={name} />}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

function NotAsked({ station }: { station: Station }) {
  const { t } = useTranslation();
  return (
    <>
      <td data-label={t('bulk.step')}>
        <Chip tone="rest">{t('bulk.notAsked')}</Chip>
      </td>
      <td data-label={t('bulk.reason')}>
        {t(`link.state.${station.link.state}`)}: <LinkReason link={station.link} />
      </td>
    </>
  );
}

/** The station's own word, where it says more than ours. */
function ownWord(outcome: BulkRow['outcome']): string | null {
  const code = outcome?.code ?? null;
  return code?.toLowerCase() === outcome?.status ? null : code;
}

function Result({ row, name }: { row: BulkRow; name: string }) {
  const { t, i18n } = useTranslation();
  const { step, outcome, effectAt } = row;
  const effect = effectAt === null ? null : t('bulk.effectAt', { time: clockTime(effectAt, i18n.language) });
  const isWatched = outcome?.status === 'accepted' && effectsOf(name).length > 0;
  return (
    <>
      <td data-label={t('bulk.step')}>
        {outcome === null ? (
          <span className="bulk-waiting">
            <Loader size={10} /> {t(step === 'asked' ? 'station.step.asked' : 'station.step.waiting')}
          </span>
        ) : (
          <Chip tone={outcomeTone[outcome.status]}>{t(`station.outcome.${outcome.status}`)}</Chip>
        )}
      </td>
      <td data-label={t('bulk.reason')}>
        {[ownWord(outcome), outcome?.reason, effect ?? (isWatched ? t('station.step.watching') : null)]
          .filter(Boolean)
          .join(' · ')}
      </td>
    </>
  );
}
