import './start.ts';
import '@fontsource-variable/inter';
import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './parts/console.css';
import { queryClient } from './api/query-client.ts';
import { pageFiles } from './pages/page-files.ts';
import { Gate } from './parts/gate.tsx';
import { lazyPart, preloadParts } from './parts/lazy-part.tsx';
import { colorSchemes, theme } from './parts/theme.ts';
import { preloadPages, router } from './router.tsx';
import { languages } from './text/choose-language.ts';
import { loadLanguage, startLanguages } from './text/languages.ts';

/** Once the first page is there. */
const preloadAfterMs = 3_000;

const InvitationPage = lazyPart(async () => (await pageFiles['/invitation']()).InvitationPage);
const ConsentPage = lazyPart(async () => (await pageFiles['/oauth/authorize']()).ConsentPage);

/** Two pages are for people who come from elsewhere, and stand for themselves. */
function Start() {
  const { pathname } = window.location;
  if (pathname === '/invitation') return <InvitationPage />;
  if (pathname === '/oauth/authorize') return <ConsentPage />;
  return (
    <Gate>
      <RouterProvider router={router} />
    </Gate>
  );
}

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element "root"');
await startLanguages();
createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} colorSchemeManager={colorSchemes} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Start />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
window.setTimeout(() => void preload(), preloadAfterMs);

async function preload(): Promise<void> {
  await preloadPages();
  await preloadParts();
  for (const { code } of languages) await loadLanguage(code).catch(() => undefined); // it is read again when it is chosen
  await import('./text/reader-words.ts').catch(() => undefined); // words for problems, such as that the server is away
}
