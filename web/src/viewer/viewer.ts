/**
 * Script of a game exported as a single HTML file: board, navigation, comments and variations. It makes no requests.
 * Built separately and inlined into every exported file.
 */
import type { ExportNodeView, ExportPageView } from '#lib/net/types.ts';
import { FlatBoard } from './board.ts';
import { Tree } from './tree.ts';
import '../lib/theme/spacing.css';
import './viewer.css';

const PAUSE_MS = 1100;
/** Icons of the buttons on a 24-unit grid. */
const ICONS = {
  first: 'M6 5v14M18 6l-7 6 7 6z',
  previous: 'M15 6l-7 6 7 6z',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8.5 5v14M15.5 5v14',
  next: 'M9 6l7 6-7 6z',
  last: 'M18 5v14M6 6l7 6-7 6z',
} as const;

function sign(key: keyof typeof ICONS): SVGSVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  made.setAttribute('viewBox', '0 0 24 24');
  made.setAttribute('aria-hidden', 'true');
  made.innerHTML = `<path d="${ICONS[key]}"/>`;
  return made;
}

function make<K extends keyof HTMLElementTagNameMap>(name: K, className = '', text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

class Viewer {
  readonly #data: ExportPageView;
  readonly #tree: Tree;
  readonly #board: FlatBoard;
  readonly #slider = make('input', 'slider');
  readonly #status = make('p', 'status');
  readonly #comment = make('p', 'comment');
  readonly #ways = make('div', 'ways');
  readonly #list = make('div', 'moves');
  readonly #buttons = new Map<string, HTMLButtonElement>();
  /** Whether the solution of a puzzle is still hidden. */
  #solutionHidden: boolean;
  #at = 0;
  #line: number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(data: ExportPageView, place: HTMLElement) {
    this.#data = data;
    this.#solutionHidden = data.asks ?? false;
    this.#tree = new Tree(data.nodes);
    this.#board = new FlatBoard(data);
    place.append(this.#head(), this.#table(), this.#side());
    place.classList.toggle('asking', this.#solutionHidden);
    addEventListener('keydown', (event) => this.#key(event));
    addEventListener('hashchange', () => this.#fromAddress());
    this.#fromAddress();
  }

  get #text() {
    return (key: string) => this.#data.words[key] ?? key;
  }

  // ---- Page ---------------------------------------------------------------------------------------------------------

  #head(): HTMLElement {
    const { title, game, about, result, date, seats } = this.#data;
    const head = make('header');
    head.append(make('h1', '', title || seats.map((seat) => seat.name).join(' – ')));
    head.append(make('p', 'game', [game, date, result].filter(Boolean).join(' · ')));
    if (about) {
      head.append(make('p', 'about', about));
    }
    return head;
  }

  #table(): HTMLElement {
    const table = make('section', 'table');
    const bar = make('div', 'bar');
    bar.setAttribute('role', 'toolbar');
    this.#slider.type = 'range';
    this.#slider.min = '0';
    this.#slider.setAttribute('aria-label', this.#text('turn'));
    this.#slider.addEventListener('input', () => this.#go(this.#line[Number(this.#slider.value)] ?? 0));
    const actions: [keyof typeof ICONS, () => void][] = [
      ['first', () => this.#go(0)],
      ['previous', () => this.#step(-1)],
      ['play', () => (this.#timer === undefined ? this.#play() : this.#pause())],
      ['next', () => this.#step(1)],
      ['last', () => this.#go(this.#line.at(-1) ?? 0)],
    ];
    for (const [key, run] of actions) {
      const button = make('button', key);
      button.append(sign(key));
      button.type = 'button';
      button.title = this.#text(key);
      button.setAttribute('aria-label', this.#text(key));
      button.addEventListener('click', run);
      this.#buttons.set(key, button);
      bar.append(button);
    }
    this.#status.setAttribute('aria-live', 'polite');
    table.append(this.#board.element, this.#slider, bar, this.#status);
    if (this.#solutionHidden) {
      const button = make('button', 'solution', this.#text('solution'));
      button.type = 'button';
      button.addEventListener('click', () => this.#answer(button));
      table.append(button);
    }
    return table;
  }

  /** Show the solution from its first turn. */
  #answer(button: HTMLButtonElement): void {
    this.#solutionHidden = false;
    button.closest('.asking')?.classList.remove('asking');
    button.remove();
    this.#go(0);
    this.#step(1);
    this.#buttons.get('next')?.focus();
  }

  #side(): HTMLElement {
    const side = make('section', 'side');
    const seats = make('ul', 'seats');
    for (const { name, side: of, colour, symbol } of this.#data.seats) {
      const seat = make('li');
      const sign = make('span', 'sign', symbol);
      sign.style.background = colour;
      seat.append(sign, make('strong', '', name), make('span', 'of', name === of ? '' : of));
      seats.append(seat);
    }
    this.#list.setAttribute('aria-label', this.#text('moves'));
    this.#list.setAttribute('role', 'group');
    side.append(seats, this.#comment, this.#ways, this.#list, make('footer', '', this.#text('made-with')));
    return side;
  }

  // ---- Navigation ---------------------------------------------------------------------------------------------------

  /** Go to the node in the URL: page.html#12. */
  #fromAddress(): void {
    const start = Number(location.hash.slice(1));
    this.#go(
      !this.#solutionHidden && Number.isInteger(start) && start > 0 && start < this.#data.nodes.length ? start : 0,
    );
  }

  #step(by: number): void {
    const to = this.#line[this.#line.indexOf(this.#at) + by];
    if (to !== undefined) {
      this.#go(to);
    }
  }

  #go(to: number, playing = false): void {
    if (!playing) {
      this.#pause();
    }
    this.#at = to;
    if (!this.#line.includes(to)) {
      this.#line = this.#tree.line(to);
      this.#drawList();
    }
    this.#show();
  }

  #play(): void {
    if (this.#at === this.#line.at(-1)) {
      this.#go(0);
    }
    const on = () => {
      this.#timer = setTimeout(() => {
        const to = this.#line[this.#line.indexOf(this.#at) + 1];
        if (to === undefined) {
          this.#pause();
        } else {
          this.#go(to, true);
          on();
        }
      }, PAUSE_MS);
    };
    on();
    this.#showPlaying();
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#showPlaying();
  }

  #key(event: KeyboardEvent): void {
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.#step(-1),
      ArrowRight: () => this.#step(1),
      Home: () => this.#go(0),
      End: () => this.#go(this.#line.at(-1) ?? 0),
    };
    const action = actions[event.key];
    if (
      action &&
      !this.#solutionHidden &&
      event.target !== this.#slider &&
      !event.ctrlKey &&
      !event.altKey &&
      !event.metaKey
    ) {
      event.preventDefault();
      action();
    }
  }

  // ---- Display ------------------------------------------------------------------------------------------------------

  #show(): void {
    const node = this.#data.nodes[this.#at] as ExportNodeView;
    const changed = this.#at === 0 ? [] : (node.put ?? []).map(([id]) => id);
    this.#board.show(this.#tree.actors(this.#at), node.below ?? [], node.above ?? [], new Set(changed));
    const place = this.#line.indexOf(this.#at);
    this.#slider.max = String(this.#line.length - 1);
    this.#slider.value = String(place);
    const words = this.#at === 0 ? this.#text('start') : `${this.#text('turn')} ${place}: ${this.#label(node)}`;
    this.#status.textContent = words;
    this.#slider.setAttribute('aria-valuetext', words);
    this.#board.element.setAttribute('aria-label', words);
    this.#comment.textContent = node.comment ?? '';
    this.#comment.hidden = !node.comment;
    this.#showVariations();
    this.#enable('first', place > 0);
    this.#enable('previous', place > 0);
    this.#enable('next', place < this.#line.length - 1);
    this.#enable('last', place < this.#line.length - 1);
    for (const button of this.#list.querySelectorAll('button')) {
      const here = Number(button.dataset.node) === this.#at;
      button.toggleAttribute('aria-current', here);
      if (here) {
        button.scrollIntoView({ block: 'nearest' });
      }
    }
  }

  #showPlaying(): void {
    const key = this.#timer === undefined ? 'play' : 'pause';
    const button = this.#buttons.get('play');
    if (button) {
      button.replaceChildren(sign(key));
      button.title = this.#text(key);
      button.setAttribute('aria-label', this.#text(key));
    }
  }

  /** List the alternatives at a branch. */
  #showVariations(): void {
    const ways = this.#tree.next(this.#at);
    this.#ways.replaceChildren();
    this.#ways.hidden = ways.length < 2;
    if (ways.length > 1) {
      this.#ways.append(make('span', '', this.#text('other-ways')));
      for (const way of ways) {
        const node = this.#data.nodes[way] as ExportNodeView;
        const button = make('button', this.#line.includes(way) ? 'main' : '', node.name || this.#label(node));
        button.type = 'button';
        button.addEventListener('click', () => this.#go(way));
        this.#ways.append(button);
      }
    }
  }

  #drawList(): void {
    const seats = this.#data.seats.length;
    const list = make('ol');
    list.style.setProperty('--seats', String(Math.min(seats, 3)));
    for (const n of this.#line.slice(1)) {
      const node = this.#data.nodes[n] as ExportNodeView;
      const button = make('button', node.comment ? 'commented' : '', this.#label(node));
      button.type = 'button';
      button.dataset.node = String(n);
      button.style.gridColumn = seats <= 3 ? String((node.seat ?? 0) + 1) : 'auto';
      button.addEventListener('click', () => this.#go(n));
      list.append(button);
    }
    this.#list.replaceChildren(list);
  }

  #label(node: ExportNodeView): string {
    return `${node.text ?? ''}${node.mark ?? ''}`;
  }

  #enable(key: string, on: boolean): void {
    const button = this.#buttons.get(key);
    if (button) {
      button.disabled = !on;
    }
  }
}

const json = document.getElementById('game')?.textContent;
const place = document.getElementById('viewer');
if (json && place) {
  new Viewer(JSON.parse(json) as ExportPageView, place);
}
