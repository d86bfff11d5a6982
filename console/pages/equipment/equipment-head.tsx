import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BoardView } from '../../live/station-board.ts';
import '../../parts/page-head.css';
import { SearchBox } from '../../parts/search-box.tsx';
import { type EquipmentFilter, isFiltering } from './equipment-filter.ts';

type Props = {
  board: BoardView;
  shown: number;
  filter: EquipmentFilter;
  onSearch: (text: string) => void;
  onClear: () => void;
};

/** What the page is, how much of it is shown, and the search. */
export function EquipmentHead({ board, shown, filter, onSearch, onClear }: Props) {
  const { t } = useTranslation();
  return (
    <div className="page-head">
      <h1>{t('equipment.title')}</h1>
      <p className="page-note" aria-live="polite">
        <HowMany board={board} shown={shown} isNarrowed={isFiltering(filter)} />
        {isFiltering(filter) && (
          <Anchor component="button" type="button" onClick={onClear}>
            {t('equipment.clear')}
          </Anchor>
        )}
      </p>
      <SearchBox
        value={filter.search ?? ''}
        label={t('equipment.search')}
        hint={t('equipment.searchHint')}
        onChange={onSearch}
      />
    </div>
  );
}

function HowMany({ board, shown, isNarrowed }: { board: BoardView; shown: number; isNarrowed: boolean }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const known = board.stations.length;
  if (board.total === null) return null;
  if (!board.isComplete) {
    return t('equipment.loading', { loaded: number.format(known), total: number.format(board.total) });
  }
  if (isNarrowed) return t('equipment.shown', { shown: number.format(shown), total: number.format(known) });
  return t('equipment.stations', { count: known, formatted: number.format(known) });
}
