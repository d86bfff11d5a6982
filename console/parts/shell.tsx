import './shell.css';
import { Button } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadiness } from '../api/use-readiness.ts';
import { AccountMenu } from './account-menu.tsx';
import { Dialog } from './form-dialog.tsx';
import { KillSwitchBanner } from './kill-switch.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { lazyPart } from './lazy-part.tsx';
import { LiveStrip } from './live-strip.tsx';
import { Logo } from './logo.tsx';
import { Moment } from './moment.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { type Section, SectionPages, Sections, useSections } from './sections.tsx';
import { SignInContext } from './sign-in-context.ts';
import { ThemeMenu } from './theme-menu.tsx';
import { TellProvider } from './told.tsx';

const SignInForm = lazyPart(async () => (await import('./sign-in-form.tsx')).SignInForm);

type Props = {
  navigation: readonly Section[];
  /** More for the bar. */
  tools?: ReactNode;
  /** Beside the page. */
  aside?: ReactNode;
};

/** What stands around every page: who we are, where one can go, and whether the page is live. */
export function Shell({ navigation, tools, aside }: Props) {
  const { t } = useTranslation();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const signIn = useMemo(() => ({ open: () => setIsSigningIn(true), isOpen: isSigningIn }), [isSigningIn]);
  const sections = useSections(navigation);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (frame.current === null ? undefined : tellHeights(frame.current)), []);
  return (
    <SignInContext value={signIn}>
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <div className="frame" ref={frame}>
        <header className="bar">
          <Link to="/" className="brand" aria-label={t('shell.home')}>
            <Logo />
            <span className="brand-name">{t('shell.product')}</span>
          </Link>
          <SectionPages sections={sections} />
          <div className="bar-tools">
            <PaletteButton sections={sections} />
            {tools}
            <LanguageMenu />
            <ThemeMenu />
            <AccountMenu />
          </div>
        </header>
        <Sections sections={sections} />
        <div className="frame-page">
          <KillSwitchBanner />
          <ReadinessBanner />
          <main id="content" className="content" tabIndex={-1}>
            <TellProvider>
              <Outlet />
            </TellProvider>
          </main>
        </div>
        {aside}
      </div>
      <LiveStrip />
      {isSigningIn && <SignInDialog onClose={() => setIsSigningIn(false)} />}
    </SignInContext>
  );
}

/** What is sticky stands below the bar and above the sections of a phone; both are as high as the reader's letters make them. */
function tellHeights(frame: HTMLElement): () => void {
  const bar = frame.querySelector('.bar') ?? frame;
  const sections = frame.querySelector('.sections') ?? frame;
  const observer = new ResizeObserver(() => {
    const { style } = document.documentElement;
    style.setProperty('--bar-height', `${bar.getBoundingClientRect().height}px`);
    const isAtBottom = getComputedStyle(sections).position === 'fixed';
    const below = isAtBottom ? sections.getBoundingClientRect().height : 0;
    style.setProperty('--foot-height', `calc(var(--strip-height) + ${below}px)`);
  });
  observer.observe(bar);
  observer.observe(sections);
  return () => observer.disconnect();
}

/** On every page while the server cannot write: pages can still be read then, and nothing else would show it. */
function ReadinessBanner() {
  const { t } = useTranslation();
  const { causes: [cause] = [], since = null } = useReadiness() ?? {};
  return (
    <div role="alert">
      {cause !== undefined && (
        <div className="kill-switch-banner">
          <p>
            {t(`notReady.${cause}`)}{' '}
            {since !== null && (
              <>
                (<Moment time={since} says="for" />)
              </>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

function SignInDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('signIn.title')} onClose={onClose} isSignIn>
      <SignInForm onDone={onClose}>
        <Button variant="default" onClick={onClose}>
          {t('signIn.cancel')}
        </Button>
      </SignInForm>
    </Dialog>
  );
}
