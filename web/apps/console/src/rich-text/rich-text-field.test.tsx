import { Editor } from '@tiptap/core';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadConsoleMessages } from '@touchline/i18n';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Field } from '../forms/field.tsx';
import { RichTextField } from './rich-text-field.tsx';

const UNKNOWN = '<figure>\n <table><tr><td>1</table></figure>';

interface Opened {
  /** What the form was told, in order. */
  readonly told: string[];
  /** Whether the form was sent. */
  readonly sent: () => boolean;
}

/** A form with two texts: one is edited, the other must stay as it is. */
function open(html: string, invalid = false): Opened {
  const told: string[] = [];
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  function Form() {
    const [value, setValue] = useState(html);
    const change = (next: string) => {
      told.push(next);
      setValue(next);
    };
    return (
      <form onSubmit={onSubmit}>
        <Field label="Text" hint="Shown on the page">
          {(wiring) => (
            <RichTextField
              id={wiring.id}
              describedBy={wiring['aria-describedby']}
              invalid={invalid}
              label="Text"
              value={value}
              onChange={change}
            />
          )}
        </Field>
        <RichTextField id="other" label="Other" value="<p>Other</p>" onChange={() => told.push('other')} />
        <button type="button" onClick={() => setValue('<p>Reset</p>')}>
          Reset
        </button>
        <output>{value}</output>
      </form>
    );
  }
  render(<Form />);
  return { told, sent: () => onSubmit.mock.calls.length > 0 };
}

const area = () => screen.findByRole('textbox', { name: 'Text' });
const tool = (name: string) => within(screen.getAllByRole('toolbar')[0] ?? document.body).getByRole('button', { name });

async function editor(): Promise<Editor> {
  const element: { editor?: unknown } & HTMLElement = await area();
  if (element.editor instanceof Editor) return element.editor;
  throw new Error('no editor');
}

/** Selects the first place where the words stand. */
async function select(words: string): Promise<Editor> {
  const found = await editor();
  let begin = -1;
  found.state.doc.descendants((node, pos) => {
    if (begin === -1 && node.isText) begin = node.text?.includes(words) ? pos + node.text.indexOf(words) : -1;
  });
  act(() => {
    found.commands.setTextSelection({ from: begin, to: begin + words.length });
  });
  return found;
}

/** In place of all that is there. */
async function paste(html: string): Promise<void> {
  const { view, commands } = await editor();
  act(() => {
    commands.selectAll();
    view.pasteHTML(html);
  });
}

beforeAll(loadConsoleMessages);
afterEach(cleanup);

describe('a rich text field', () => {
  test('OPS-02 its area is a text box with name, hint and state, and nothing is said before an edit', async () => {
    const { told } = open('<h2>Tickets</h2><p>At the <b>gate</b>.</p>', true);
    const box = await area();
    expect(box.getAttribute('aria-multiline')).toBe('true');
    expect(box.getAttribute('aria-invalid')).toBe('true');
    const hint = document.querySelector(`#${CSS.escape(box.getAttribute('aria-describedby') ?? '')}`);
    expect(hint?.textContent).toBe('Shown on the page');
    expect(within(box).getByRole('heading', { level: 2 }).textContent).toBe('Tickets');
    expect(document.querySelector('style')).toBeNull();
    expect(told).toEqual([]);
  });

  test('OPS-02 the visible label leads into the area', async () => {
    open('<p>At the gate.</p>');
    const box = await area();
    await userEvent.click(screen.getByText('Text'));
    await waitFor(() => expect(document.activeElement).toBe(box));
  });

  test('OPS-02 an edit is passed on after a pause, and a text that is undone is as it was stored', async () => {
    const stored = '<p>At the <b>gate</b>.</p>';
    const { told } = open(stored);
    await select('gate');
    await userEvent.click(tool('Italic'));
    await waitFor(() => expect(told).toEqual(['<p>At the <strong><em>gate</em></strong>.</p>']));
    await userEvent.click(tool('Undo'));
    await waitFor(() => expect(told.at(-1)).toBe(stored));
    expect(told).not.toContain('other');
  });

  test('OPS-02 a field that is left passes its text on at once', async () => {
    const { told } = open('<p>At the gate.</p>');
    await select('gate');
    tool('Bold').focus();
    await userEvent.keyboard('{Enter}');
    act(() => screen.getByRole('button', { name: 'Reset' }).focus());
    expect(told).toEqual(['<p>At the <strong>gate</strong>.</p>']);
  });

  test('OPS-02 a save by keyboard has the last words', async () => {
    const { told } = open('<p>At the gate.</p>');
    await select('gate');
    tool('Bold').focus();
    await userEvent.keyboard('{Enter}{Control>}s{/Control}');
    expect(told).toEqual(['<p>At the <strong>gate</strong>.</p>']);
  });

  test('OPS-02 a text that the form changes is shown', async () => {
    const { told } = open('<p>At the gate.</p>');
    await area();
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect((await area()).textContent).toBe('Reset');
    expect(told).toEqual([]);
  });
});

describe('the toolbar', () => {
  test('OPS-02 arrow keys go through the toolbar, which is one stop and remembers the last button', async () => {
    open('<p>At the gate.</p>');
    await select('gate');
    const buttons = within(screen.getAllByRole('toolbar')[0] ?? document.body).getAllByRole('button');
    expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toEqual([tool('Heading')]);
    tool('Heading').focus();
    const user = userEvent.setup();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(tool('Bold'));
    expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toEqual([tool('Bold')]);
    await user.keyboard('{Home}{ArrowLeft}');
    expect(document.activeElement).toBe(tool('HTML source'));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(tool('Heading'));
  });

  test('OPS-02 a key presses a button, which says so and keeps the focus', async () => {
    open('<p>At the gate.</p>');
    await select('gate');
    const bold = tool('Bold');
    expect(bold.getAttribute('aria-pressed')).toBe('false');
    bold.focus();
    await userEvent.keyboard(' ');
    await waitFor(() => expect(bold.getAttribute('aria-pressed')).toBe('true'));
    expect(document.activeElement).toBe(bold);
  });

  test.each([
    ['Heading', '<h2>One</h2>'],
    ['Subheading', '<h3>One</h3>'],
    ['Small heading', '<h4>One</h4>'],
    ['Bulleted list', '<ul><li>One</li></ul>'],
    ['Numbered list', '<ol><li>One</li></ol>'],
    ['Quote', '<blockquote><p>One</p></blockquote>'],
  ])('OPS-02 the button %s makes what it names of a paragraph, and undoes it', async (name, html) => {
    const { told } = open('<p>One</p>');
    await select('One');
    await userEvent.click(tool(name));
    await waitFor(() => expect(told).toEqual([html]));
    await userEvent.click(tool(name));
    await waitFor(() => expect(told.at(-1)).toBe('<p>One</p>'));
  });

  test('OPS-02 list items move in and out', async () => {
    const { told } = open('<ul><li>One</li><li>Two</li></ul>');
    await select('One');
    expect(tool('Move item one level in').getAttribute('aria-disabled')).toBe('true');
    await select('Two');
    await waitFor(() => expect(tool('Move item one level in').getAttribute('aria-disabled')).toBe('false'));
    await userEvent.click(tool('Move item one level in'));
    await waitFor(() => expect(told).toEqual(['<ul><li>One<ul><li>Two</li></ul></li></ul>']));
    await userEvent.click(tool('Move item one level out'));
    await waitFor(() => expect(told.at(-1)).toBe('<ul><li>One</li><li>Two</li></ul>'));
  });

  test('OPS-02 a table is made, changed and deleted', async () => {
    const { told } = open('<p>One</p>');
    const { commands } = await select('One');
    act(() => void commands.setTextSelection(4));
    await userEvent.click(tool('Insert table'));
    await waitFor(() => expect(told.at(-1)).toMatch(/^<p>One<\/p><table><thead>(<tr>(<th><\/th>){3}<\/tr>)<\/thead>/));
    await userEvent.click(tool('Delete column'));
    await userEvent.click(tool('Add row below'));
    await userEvent.click(tool('Header row'));
    const cells = '<tr><td></td><td></td></tr>'.repeat(4);
    await waitFor(() => expect(told.at(-1)).toBe(`<p>One</p><table><tbody>${cells}</tbody></table>`));
    await userEvent.click(tool('Table caption'));
    await userEvent.type(screen.getByLabelText('Caption'), 'Prices{Enter}');
    await waitFor(() => expect(told.at(-1)).toContain('<table><caption>Prices</caption><tbody>'));
    await userEvent.click(tool('Delete table'));
    await waitFor(() => expect(told.at(-1)).toBe('<p>One</p>'));
    expect(screen.queryByRole('button', { name: 'Delete table' })).toBeNull();
  });
});

describe('links and pictures', () => {
  test('T28 a link to a script is refused with a message at its field', async () => {
    const { told, sent } = open('<p>At the gate.</p>');
    await select('gate');
    await userEvent.click(tool('Link'));
    const address = screen.getByLabelText('Address');
    await userEvent.type(address, 'javascript:alert(1){Enter}');
    expect(screen.getByRole('alert').textContent).toContain('https://');
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(told).toEqual([]);
    expect(sent()).toBe(false);
  });

  test('OPS-02 a link is set on the chosen words, changed and removed', async () => {
    const { told, sent } = open('<p>At the gate.</p>');
    await select('gate');
    await userEvent.click(tool('Link'));
    await userEvent.type(screen.getByLabelText('Address'), 'example.org/gate{Enter}');
    await waitFor(() => expect(told).toEqual(['<p>At the <a href="https://example.org/gate">gate</a>.</p>']));
    expect(sent()).toBe(false);
    await userEvent.click(tool('Link'));
    expect(screen.getByLabelText('Address')).toHaveProperty('value', 'https://example.org/gate');
    await userEvent.clear(screen.getByLabelText('Address'));
    await userEvent.type(screen.getByLabelText('Address'), '/gate{Enter}');
    await waitFor(() => expect(told.at(-1)).toBe('<p>At the <a href="/gate">gate</a>.</p>'));
    await userEvent.click(tool('Link'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove link' }));
    await waitFor(() => expect(told.at(-1)).toBe('<p>At the gate.</p>'));
  });

  test('OPS-02 a link without words shows its address', async () => {
    const { told } = open('');
    await area();
    await userEvent.click(tool('Link'));
    await userEvent.type(screen.getByLabelText('Address'), 'ann@example.org{Enter}');
    await waitFor(() => expect(told).toEqual(['<p><a href="mailto:ann@example.org">ann@example.org</a></p>']));
  });

  test('OPS-02 a picture needs an address and words, and stands beside what is chosen', async () => {
    const { told } = open('<p>At the gate</p>');
    await select('gate');
    await userEvent.click(tool('Picture'));
    await userEvent.type(screen.getByLabelText('Address'), 'http://example.org/a.png{Enter}');
    expect(screen.getAllByRole('alert')).toHaveLength(2);
    await userEvent.clear(screen.getByLabelText('Address'));
    await userEvent.type(screen.getByLabelText('Address'), '/a.png');
    await userEvent.type(screen.getByLabelText('What the picture shows'), 'The gate{Enter}');
    await waitFor(() => expect(told).toEqual(['<p>At the gate<img src="/a.png" alt="The gate"></p>']));
  });

  test('OPS-02 new words keep the measures of a picture, a new address does not', async () => {
    const { told } = open(
      '<figure><img src="/a.png" alt="A" width="4" height="3"><figcaption>Gate</figcaption></figure>',
    );
    await select('Gate');
    await userEvent.click(tool('Picture'));
    await userEvent.type(screen.getByLabelText('What the picture shows'), ' gate{Enter}');
    const caption = '<figcaption>Gate</figcaption>';
    await waitFor(() =>
      expect(told).toEqual([`<figure><img src="/a.png" alt="A gate" width="4" height="3">${caption}</figure>`]),
    );
    await userEvent.click(tool('Picture'));
    await userEvent.type(screen.getByLabelText('Address'), '2{Enter}');
    await waitFor(() => expect(told.at(-1)).toBe(`<figure><img src="/a.png2" alt="A gate">${caption}</figure>`));
  });
});

describe('pasted markup', () => {
  test('OPS-02 text of a word processor is reduced to what is allowed', async () => {
    const { told } = open('<p>Old</p>');
    await paste(
      '<h1 class="MsoTitle" style="color:red">Big</h1><p class="MsoNormal"><span style="font-weight:700;font-size:9pt">Bold' +
        '</span> and <u>plain</u><o:p></o:p></p><h6>Tiny</h6><ol start="4" type="a"><li style="x">One</li></ol>',
    );
    const html = '<h2>Big</h2><p><strong>Bold</strong> and plain</p><h4>Tiny</h4><ol><li>One</li></ol>';
    await waitFor(() => expect(told).toEqual([html]));
  });

  test('T28 scripts, handlers and unsafe addresses of pasted markup are gone', async () => {
    const { told } = open('<p>Old</p>');
    await paste(
      '<p onclick="alert(1)">A <a href="javascript:alert(1)">bad</a> <a href="https://example.org" target="_blank">good</a>' +
        '<img src="data:image/png;base64,AA" onerror="alert(1)"></p><script>alert(1)</script><iframe srcdoc="x"></iframe>',
    );
    await waitFor(() => expect(told).toEqual(['<p>A bad <a href="https://example.org">good</a></p>']));
  });
});

describe('the source', () => {
  test('OPS-02 markup that the editor does not know opens as source, with a preview, and is kept byte for byte', async () => {
    const { told } = open(UNKNOWN);
    const box = await area();
    expect(box).toHaveProperty('value', UNKNOWN);
    expect(screen.getByText(/stays open as HTML/)).toBeTruthy();
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(within(preview).getByRole('cell').textContent).toBe('1');
    await userEvent.click(tool('HTML source'));
    expect(await area()).toHaveProperty('value', UNKNOWN);
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(told).toEqual([]);
  });

  test('OPS-02 a change of the source is passed on as it was typed', async () => {
    const { told } = open(UNKNOWN);
    await userEvent.type(await area(), '<p>more');
    act(() => screen.getByRole('button', { name: 'Reset' }).focus());
    expect(told).toEqual([`${UNKNOWN}<p>more`]);
  });

  test('T28 what the server will drop is named, and the preview has none of it', async () => {
    open(`${UNKNOWN}<p onclick="alert(1)">a <a href="javascript:alert(1)">b</a><script>alert(1)</script></p>`);
    await area();
    expect(screen.getByText(/Saving leaves out/).textContent).toContain('onclick, href, <script>');
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(preview.innerHTML).not.toMatch(/onclick|javascript|script/);
  });

  test('OPS-02 the switch leads to the source and back, and the focus goes along', async () => {
    const { told } = open('<h2>One</h2><p>Two</p>');
    await area();
    await userEvent.click(tool('HTML source'));
    const source = await area();
    expect(source).toHaveProperty('value', '<h2>One</h2>\n<p>Two</p>');
    expect(document.activeElement).toBe(source);
    expect(tool('HTML source').getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByText(/stays open as HTML/)).toBeNull();
    expect(told).toEqual([]);
    await userEvent.type(source, '<hr>');
    await userEvent.click(tool('HTML source'));
    const box = await area();
    expect(within(box).getByRole('separator')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(box));
    await waitFor(() => expect(told).toEqual(['<h2>One</h2>\n<p>Two</p><hr>']));
  });
});
