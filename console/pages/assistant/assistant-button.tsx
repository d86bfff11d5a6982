import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AssistantIcon } from '../../parts/icons.tsx';
import { changePanel, usePanel } from './panel-state.ts';

/** On its own page the assistant needs no panel. */
function useIsOnPage(): boolean {
  return useRouterState({ select: ({ location }) => /^\/assistant(?:\/|$)/.test(location.pathname) });
}

/** In the bar of every page; Ctrl-I does the same. */
export function AssistantButton() {
  const { t } = useTranslation();
  const { isOpen } = usePanel();
  const isOnPage = useIsOnPage();
  useHotkeys([['mod+I', () => !isOnPage && changePanel({ isOpen: !isOpen })]], []);
  if (isOnPage) return null;
  return (
    <Button
      id="assistant-button"
      size="compact-md"
      variant={isOpen ? 'light' : 'subtle'}
      color="gray"
      c="inherit"
      fz="sm"
      leftSection={<AssistantIcon />}
      aria-expanded={isOpen}
      aria-keyshortcuts="Control+I Meta+I"
      aria-label={t('assistant.title')}
      title={t('assistant.open')}
      onClick={() => changePanel({ isOpen: !isOpen })}
    >
      <span className="bar-word">{t('assistant.title')}</span>
    </Button>
  );
}

const AssistantPanel = lazy(async () => ({ default: (await import('./assistant-panel.tsx')).AssistantPanel }));

/** Read once somebody opens it. */
export function AssistantAside() {
  const { isOpen } = usePanel();
  const isOnPage = useIsOnPage();
  if (!isOpen || isOnPage) return null;
  return (
    <Suspense fallback={null}>
      <AssistantPanel />
    </Suspense>
  );
}
