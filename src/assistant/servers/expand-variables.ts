import { SigecError } from '#base/errors.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** `${NAME}` and `${NAME:-what holds when it is absent}`, as other hosts of MCP write them. */
export function expandVariables(text: string, variables: Variables): string {
  return text.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_whole, name: string, fallback: string | undefined) => {
    const value = variables[name] || fallback;
    if (value === undefined)
      throw new SigecError('INVALID_INPUT', `the variable ${name} is not set; set it, or write \${${name}:-value}`);
    return value;
  });
}
