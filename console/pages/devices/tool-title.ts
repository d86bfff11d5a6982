/** "self.light.set_rgb" as "Light: set rgb": devices name their tools for programs. */
export function toolTitle(name: string): string {
  const parts = name
    .split('.')
    .filter((part, index) => index > 0 || part !== 'self')
    .map((part) => part.replaceAll(/[_-]+/g, ' ').trim())
    .filter((part) => part !== '');
  const title = parts.join(': ');
  return title === '' ? name : title.charAt(0).toUpperCase() + title.slice(1);
}
