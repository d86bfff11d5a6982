import { Anchor } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { ScrollBox } from '../../../parts/scroll-box.tsx';
import { ownPath } from './own-path.ts';
import type { Inline } from './parse-inline.ts';
import { type Block, parseMarkdown } from './parse-markdown.ts';
import './markdown.css';

/** What an assistant wrote, built of elements: nothing in it is ever read as HTML, and nothing is fetched. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className="markdown">
      {keyed(blocks, (block) => (
        <BlockView block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.type) {
    case 'heading':
      return (
        <p className={`markdown-head markdown-head-${Math.min(block.level, 3)}`}>
          <Words parts={block.content} />
        </p>
      );
    case 'paragraph':
      return (
        <p>
          <Words parts={block.content} />
        </p>
      );
    case 'code':
      return (
        <ScrollBox className="markdown-code">
          <pre>
            <code>{block.text}</code>
          </pre>
        </ScrollBox>
      );
    case 'quote':
      return (
        <blockquote>
          {keyed(block.blocks, (inner) => (
            <BlockView block={inner} />
          ))}
        </blockquote>
      );
    case 'list': {
      const items = keyed(block.items, (item) => (
        <li>
          <Item blocks={item} />
        </li>
      ));
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case 'table':
      return <Table block={block} />;
    case 'rule':
      return <hr />;
  }
}

/** One line needs no paragraph of its own. */
function Item({ blocks }: { blocks: readonly Block[] }): ReactNode {
  return keyed(blocks, (block) =>
    block.type === 'paragraph' ? <Words parts={block.content} /> : <BlockView block={block} />,
  );
}

function Table({ block: { head, rows, align } }: { block: Extract<Block, { type: 'table' }> }) {
  const side = (index: number) => ({ style: { textAlign: align[index] ?? 'left' } }) as const;
  return (
    <ScrollBox className="markdown-table">
      <table>
        <thead>
          <tr>
            {keyed(head, (cell, index) => (
              <th scope="col" {...side(index)}>
                <Words parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows, (row) => (
            <tr>
              {keyed(row, (cell, index) => (
                <td {...side(index)}>
                  <Words parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Words({ parts }: { parts: readonly Inline[] }): ReactNode {
  return keyed(parts, (part) => <Word part={part} />);
}

function Word({ part }: { part: Inline }): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'break':
      return <br />;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <Words parts={part.content} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Words parts={part.content} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <Words parts={part.content} />
        </s>
      );
    case 'link':
      return <LinkWords {...part} />;
  }
}

/** A link leads to our own pages alone. Where another would lead is shown whole, and nobody gets there by a stray click. */
function LinkWords({ content, address }: { content: readonly Inline[]; address: string }) {
  const { history } = useRouter();
  const own = ownPath(address, window.location.origin);
  if (own !== null)
    return (
      <Anchor
        href={own}
        fz="inherit"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          history.push(own);
        }}
      >
        {content.length === 0 ? own : <Words parts={content} />}
      </Anchor>
    );
  return (
    <>
      {content.length > 0 && (
        <>
          <Words parts={content} />{' '}
        </>
      )}
      <code className="markdown-address">{address}</code>
    </>
  );
}

/** Text is only ever added at the end, so the place of a part is its name. */
function keyed<Each>(parts: readonly Each[], view: (part: Each, index: number) => ReactNode): ReactNode {
  return parts.map((part, index) => <Keyed key={String(index)}>{view(part, index)}</Keyed>);
}

function Keyed({ children }: { children: ReactNode }): ReactNode {
  return children;
}
