import { Link, Outlet } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { type ComponentType, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Account } from './account.tsx';
import { keepFitting } from './fit-bar.ts';
import { KillSwitchBanner } from './kill-switch-banner.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LiveStrip } from './live-strip.tsx';
import { Logo } from './logo.tsx';
import { ReadinessBanner } from './readiness-banner.tsx';
import './shell.css';
import { SignInContext } from './sign-in-context.ts';
import { SignInDialog } from './sign-in-dialog.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { TellProvider } from './told.tsx';

/** Every page has a title among the texts. */
type PageTitle = Extract<ParseKeys, `${string}.title`>;

export type NavigationRow = {
  to: string;
  title: PageTitle;
  Sign: ComponentType;
  /** How much waits on that page. */
  Count?: ComponentType;
};

/** What stands around every page: who we are, where one can go, and whether the page is live. */
export function Shell({ pages }: { pages: readonly NavigationRow[] }) {
  const { t } = useTranslation();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => (bar.current === null ? undefined : keepFitting(bar.current)), []);
  return (
    <SignInContext value={() => setIsSigningIn(true)}>
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <header className="bar" ref={bar}>
        <Link to="/" className="brand" aria-label={t('shell.home')}>
          <Logo />
          <span className="brand-name">{t('shell.product')}</span>
        </Link>
        <nav className="pages" aria-label={t('shell.pages')}>
          {pages.map(({ to, title, Sign, Count }) => (
            <Link key={to} to={to} className="page-link" activeProps={{ 'aria-current': 'page' }}>
              <Sign />
              {t(title)}
              {Count !== undefined && <Count />}
            </Link>
          ))}
        </nav>
        <div className="bar-tools">
          <LanguageMenu />
          <ThemeMenu />
          <Account />
        </div>
      </header>
      <KillSwitchBanner />
      <ReadinessBanner />
      <main id="content" className="content" tabIndex={-1}>
        <TellProvider>
          <Outlet />
        </TellProvider>
      </main>
      <LiveStrip />
      <SignInDialog isOpen={isSigningIn} onClose={() => setIsSigningIn(false)} />
    </SignInContext>
  );
}
