import { Menu } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { type ComponentType, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../api/principal.ts';
import { MoreIcon } from './icons.tsx';
import { isEverywhere } from './use-administers.ts';
import { useInSight } from './use-in-sight.ts';

type SectionPage = {
  to: string;
  name: ParseKeys;
  /** Of the whole installation: not shown to whoever has roles at single sites alone. */
  isWhole?: boolean;
  /** How much waits there, as at its section. */
  Count?: ComponentType;
};

/** An entry of the navigation, and the pages that belong together there. */
export type Section = {
  name: ParseKeys;
  Icon: ComponentType;
  pages: readonly SectionPage[];
  /** How much waits there. */
  Count?: ComponentType;
};

/** Where whoever is signed in can go. */
export function useSections(navigation: readonly Section[]): Section[] {
  const hasAll = isEverywhere(usePrincipal());
  return navigation
    .map((section) => ({ ...section, pages: section.pages.filter(({ isWhole = false }) => hasAll || !isWhole) }))
    .filter(({ pages }) => pages.length > 0);
}

/** A phone has room for so many beside the rest. */
const onPhone = 4;

/** At the side; on a phone at the bottom, the later ones behind one button. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  const { t } = useTranslation();
  const current = useCurrent(sections)?.section;
  const later = sections.slice(onPhone);
  const isLaterCurrent = current !== undefined && later.includes(current);
  return (
    <nav className="sections" aria-label={t('shell.pages')}>
      {sections.map((section, index) => (
        <SectionLink key={section.name} section={section} isCurrent={section === current} isLater={index >= onPhone} />
      ))}
      {later.length > 0 && (
        <Menu position="top-end" width={220}>
          <Menu.Target>
            <button
              type="button"
              className="section section-more"
              data-current={isLaterCurrent}
              {...(isLaterCurrent && { 'aria-current': 'true' as const })}
            >
              <MoreIcon />
              <span>{t('shell.more')}</span>
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {later.map(({ name, Icon, pages }) => (
              <Menu.Item
                key={name}
                component={Link}
                to={pages[0]?.to ?? '/'}
                leftSection={<Icon />}
                {...(name === current?.name && { 'aria-current': 'true' as const })}
              >
                {t(name)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  );
}

type LinkNeeds = { section: Section; isCurrent: boolean; isLater: boolean };

function SectionLink({ section: { name, Icon, pages, Count }, isCurrent, isLater }: LinkNeeds) {
  const { t } = useTranslation();
  return (
    <Link
      to={pages[0]?.to ?? '/'}
      className={isLater ? 'section section-later' : 'section'}
      data-current={isCurrent}
      {...(isCurrent && { 'aria-current': 'true' as const })}
    >
      <Icon />
      <span>{t(name)}</span>
      {Count !== undefined && <Count />}
    </Link>
  );
}

/** The pages of the section one is in, where it has several. */
export function SectionPages({ sections }: { sections: readonly Section[] }) {
  const { t } = useTranslation();
  const current = useCurrent(sections);
  const row = useRef<HTMLElement>(null);
  useInSight(row, `[href="${current?.page.to ?? ''}"]`);
  if (current === undefined || current.section.pages.length === 1) return null;
  return (
    <nav ref={row} className="pages" aria-label={t(current.section.name)}>
      {current.section.pages.map(({ to, name, Count }) => (
        <Link key={to} to={to} className="page-link" activeProps={{ 'aria-current': 'page' }}>
          {t(name)}
          {Count !== undefined && <Count />}
        </Link>
      ))}
    </nav>
  );
}

/** By the address, which may lead further into a page. */
function useCurrent(sections: readonly Section[]): { section: Section; page: SectionPage } | undefined {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  for (const section of sections)
    for (const page of section.pages) if (path === page.to || path.startsWith(`${page.to}/`)) return { section, page };
  return undefined;
}
