import { ActionIcon, FocusTrap } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenStations } from '../../parts/chosen-stations.ts';
import { CloseIcon, ExpandIcon, PlusIcon } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { subjectsOf } from './page-subjects.ts';
import { changePanel, usePanel, widths, widthWithin } from './panel-state.ts';
import { Thread } from './thread.tsx';
import './assistant.css';

/** At the right of a page; on a phone over all of it. It knows what the page is about. */
export function AssistantPanel() {
  const { t } = useTranslation();
  const { width, conversation } = usePanel();
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const stationIds = useChosenStations();
  const location = useRouterState({ select: ({ location: at }) => at });
  useFocusGivenBack();
  useClosedByEscape();
  return (
    <FocusTrap active={isPhone}>
      <aside
        className="assistant-panel"
        aria-label={t('assistant.title')}
        style={{ width: isPhone ? undefined : width }}
        {...(isPhone && { role: 'dialog', 'aria-modal': true })}
      >
        {!isPhone && <Edge width={width} />}
        <div className="assistant-head">
          <h2>{t('assistant.title')}</h2>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('assistant.new')}
            title={t('assistant.new')}
            onClick={() => changePanel({ conversation: null })}
          >
            <PlusIcon />
          </ActionIcon>
          <ButtonLink
            to={conversation === null ? '/assistant' : '/assistant/$id'}
            params={{ id: conversation ?? '' }}
            variant="subtle"
            color="gray"
            size="compact-sm"
            px={6}
            aria-label={t('assistant.openPage')}
            title={t('assistant.openPage')}
          >
            <ExpandIcon />
          </ButtonLink>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('assistant.close')}
            title={t('assistant.close')}
            onClick={() => changePanel({ isOpen: false })}
          >
            <CloseIcon />
          </ActionIcon>
        </div>
        <Thread
          id={conversation}
          subjects={subjectsOf({ pathname: location.pathname, search: location.search, stationIds })}
          onBegun={(id) => changePanel({ conversation: id })}
          onGone={() => changePanel({ conversation: null })}
        />
      </aside>
    </FocusTrap>
  );
}

/** Not by an Escape in a dialog that was opened from here: that one closes the dialog. */
function useClosedByEscape(): void {
  useEffect(() => {
    const onKeyDown = ({ key, target, defaultPrevented }: globalThis.KeyboardEvent) => {
      const isInside = target instanceof Element && target.closest('.assistant-panel') !== null;
      if (key === 'Escape' && isInside && !defaultPrevented) changePanel({ isOpen: false });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Whoever closes it is where they were before. */
function useFocusGivenBack(): void {
  const before = useRef<Element | null>(document.activeElement);
  useEffect(() => {
    const { current } = before;
    return () => {
      const isLost = document.activeElement === document.body || document.activeElement === null;
      const target =
        current instanceof HTMLElement && current.isConnected && current !== document.body ? current : null;
      if (isLost) (target ?? document.getElementById('assistant-button'))?.focus();
    };
  }, []);
}

const step = 24;

/** Drawn, or moved by the arrow keys. */
function Edge({ width }: { width: number }) {
  const { t } = useTranslation();
  const set = (wanted: number) => changePanel({ width: widthWithin(wanted) });
  const onPointerDown = (event: PointerEvent<HTMLHRElement>) => event.currentTarget.setPointerCapture(event.pointerId);
  const onPointerMove = (event: PointerEvent<HTMLHRElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) set(window.innerWidth - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: step, ArrowRight: -step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(width + by);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a control
    <hr
      className="assistant-edge"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('assistant.width')}
      aria-valuemin={widths.min}
      aria-valuemax={widths.max}
      aria-valuenow={width}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}
