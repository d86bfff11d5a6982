import './palette.css';
import { Kbd, Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../icons.tsx';
import type { Section } from '../sections.tsx';
import type { Entry, StationAsk } from './entry.ts';
import { StationCommand } from './station-command.tsx';
import { useEntries } from './use-entries.ts';

type Props = { sections: readonly Section[]; onClose: () => void };

/** Finds things, pages and what can be done by typing; a station is asked for something without leaving the page. */
export function Palette({ sections, onClose }: Props) {
  const { t } = useTranslation();
  const [ask, setAsk] = useState<StationAsk | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      yOffset="10vh"
      title={ask === null ? t('palette.title') : t(`palette.verb.${ask.verb}`, { station: ask.stationId })}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      classNames={{ body: 'palette-body' }}
    >
      {ask === null ? (
        <Finder sections={sections} onAsk={setAsk} onClose={onClose} />
      ) : (
        <StationCommand ask={ask} onClose={onClose} />
      )}
    </Modal>
  );
}

type FinderProps = Props & { onAsk: (ask: StationAsk) => void };

function Finder({ sections, onAsk, onClose }: FinderProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const entries = useEntries(typed, sections, onAsk);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const index = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosenId),
  );
  const current = entries[index];
  useEffect(() => {
    if (current !== undefined) document.getElementById(optionId(listId, current))?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);

  function choose(entry: Entry | undefined) {
    if (entry === undefined || entry.whyNot !== undefined) return;
    entry.choose();
    if (entry.group !== 'actions') onClose();
  }

  function press(event: KeyboardEvent) {
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (event.key === 'Enter') choose(current);
    else if (step !== undefined) {
      const next = Math.abs(step) === 1 ? (index + step + entries.length) % entries.length : index + step;
      setChosenId(entries[Math.min(entries.length - 1, Math.max(0, next))]?.id ?? null);
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="palette-search">
        <SearchIcon />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-label={t('palette.search')}
          {...(current !== undefined && { 'aria-activedescendant': optionId(listId, current) })}
          placeholder={t('palette.hint')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosenId(null);
          }}
          onKeyDown={press}
        />
      </div>
      <div className="palette-list" role="listbox" id={listId} aria-label={t('palette.results')}>
        {entries.map((entry, at) => (
          <Option
            key={entry.id}
            id={optionId(listId, entry)}
            entry={entry}
            isChosen={entry === current}
            heading={entry.group === entries[at - 1]?.group ? null : t(`palette.group.${entry.group}`)}
            onChoose={() => choose(entry)}
          />
        ))}
      </div>
      <p className="palette-none" role="status">
        {entries.length === 0 && t('palette.none')}
      </p>
      <p className="palette-keys" aria-hidden="true">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('palette.move')} <Kbd size="xs">↵</Kbd> {t('palette.open')}{' '}
        <Kbd size="xs">Esc</Kbd> {t('palette.close')}
      </p>
    </>
  );
}

function optionId(listId: string, { id }: Entry): string {
  return `${listId}-${id.replaceAll(/[^\w-]/g, '_')}`;
}

type OptionProps = { id: string; entry: Entry; isChosen: boolean; heading: string | null; onChoose: () => void };

/** The keyboard stays in the field above; a pointer chooses directly. */
function Option({ id, entry: { title, detail, Icon, whyNot }, isChosen, heading, onChoose }: OptionProps) {
  return (
    <>
      {heading !== null && (
        <div className="palette-heading" role="presentation">
          {heading}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys */}
      <div
        id={id}
        role="option"
        aria-selected={isChosen}
        aria-disabled={whyNot !== undefined}
        className="palette-option"
        onClick={onChoose}
      >
        <Icon />
        <span className="palette-name">{title}</span>
        {detail !== null && <span className="palette-detail">{detail}</span>}
      </div>
    </>
  );
}
