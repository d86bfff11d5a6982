import { Button } from '@mantine/core';
import { DownloadIcon } from './icons.tsx';

type FileProps = { href: string; isPage?: boolean; isQuiet?: boolean; children: string };

/** A file to download, or a page to print. */
export function FileLink({ href, isPage = false, isQuiet = false, children }: FileProps) {
  const way = isPage ? { target: '_blank', rel: 'noreferrer' } : { download: true, leftSection: <DownloadIcon /> };
  return (
    <Button component="a" href={href} size="compact-md" fz="sm" {...way} {...(isQuiet && { variant: 'default' })}>
      {children}
    </Button>
  );
}
