import { isRecord } from '#base/json.ts';
import type { PermissionRule } from '#contract/agents/assistant.ts';
import { callsOthers } from '../servers/open-servers.ts';
import type { AgentTool } from '../servers/servers.ts';

type Call = { tool: Pick<AgentTool, 'server' | 'tool' | 'isForeign'>; given: Record<string, unknown> };

/** What the person's own rules say of a call: of several the strictest, in whatever order they stand. undefined: nothing. */
export function effectOf(rules: readonly PermissionRule[], call: Call): PermissionRule['effect'] | undefined {
  const fitting = rules.filter((rule) => namesOf(call).some((named) => fits(rule, named)));
  return (['deny', 'ask', 'allow'] as const).find((effect) => fitting.some((rule) => rule.effect === effect));
}

type Named = { name: string; given: Record<string, unknown> };

/** A call that is passed on goes by the name of the other tool as well. */
function namesOf({ tool: { server, tool, isForeign }, given }: Call): Named[] {
  const named = [{ name: `${server}/${tool}`, given }];
  const { name, arguments: inner } = given;
  if (isForeign || tool !== callsOthers || typeof name !== 'string') return named;
  return [...named, { name: `${server}/${name}`, given: isRecord(inner) ? inner : {} }];
}

function fits(rule: PermissionRule, { name, given }: Named): boolean {
  const pattern = rule.tool.includes('/') ? rule.tool : `*/${rule.tool}`;
  return (
    fitsPattern(pattern, name) &&
    Object.entries(rule.arguments).every(
      ([key, wanted]) => Object.hasOwn(given, key) && fitsPattern(wanted, textOf(given[key])),
    )
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** `*` stands for anything; capital letters are as good as small ones, as they are to our tools. In steps that grow with both lengths, whoever wrote them. */
export function fitsPattern(pattern: string, text: string): boolean {
  const [wanted, told] = [pattern.toLowerCase(), text.toLowerCase()];
  let [at, star, resume] = [0, -1, 0];
  for (let index = 0; index < told.length; ) {
    if (wanted[at] === '*') {
      star = at;
      at += 1;
      resume = index;
    } else if (wanted[at] === told[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else return false;
  }
  while (wanted[at] === '*') at += 1;
  return at === wanted.length;
}
