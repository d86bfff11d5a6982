import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../icons.tsx';
import { lazyPart } from '../lazy-part.tsx';
import type { Section } from '../sections.tsx';
import './palette-button.css';

const KeyboardHelp = lazyPart(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);
const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);

/** In the bar of every page; Ctrl-K, or Cmd-K on a Mac, does the same from anywhere, and ? tells the keys. */
export function PaletteButton({ sections }: { sections: readonly Section[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const close = () => setOpen(null);
  useHotkeys([['mod+K', () => setOpen('palette')]], []); // also while somebody types elsewhere
  useHotkeys([['shift+?', () => setOpen('help')]]);
  return (
    <>
      <UnstyledButton className="palette-button" aria-label={t('palette.button')} onClick={() => setOpen('palette')}>
        <SearchIcon />
        <span className="palette-button-word">{t('palette.short')}</span>
        <Kbd size="xs" className="palette-button-keys" data-keys={isMac ? '⌘K' : 'Ctrl K'} />
      </UnstyledButton>
      {open === 'palette' && <Palette sections={sections} onClose={close} />}
      {open === 'help' && <KeyboardHelp onClose={close} />}
    </>
  );
}

const isMac = /mac/i.test(navigator.platform);
