/** The tool that is meant by a name: its own, or that with or without the `self.` which the firmware puts before all of its tools. */
export function toolNamed<Tool extends { name: string }>(tools: readonly Tool[], name: string): Tool | undefined {
  const spellings = [name, `self.${name}`, name.replace(/^self\./, '')];
  return spellings.map((spelling) => tools.find((tool) => tool.name === spelling)).find((tool) => tool !== undefined);
}
