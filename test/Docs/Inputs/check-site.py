"""Follows the links of the site: check-site.py SITE DOCS. Each must lead to a file of
the site, and to a place in it where it names one; each page of DOCS is in the site, and
no page loads anything from another host."""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.places = [], [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.places.update(values[name] for name in ("id", "name") if values.get(name))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        elif tag in ("link", "script", "img") and values.get("rel") != "canonical":
            self.loaded += [
                values[name] for name in ("href", "src") if values.get(name)
            ]


def main(site, docs):
    site, docs = pathlib.Path(site).resolve(), pathlib.Path(docs)
    pages = {
        path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"
    }
    for source in docs.glob("*.md"):
        assert site / f"{source.stem}.html" in pages, f"{source} is no page"
    count = 0
    for path, page in pages.items():
        for link in page.links + page.loaded:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                # A reader may go elsewhere, but the page needs nothing from there.
                if link in page.loaded and parts.scheme != "data":
                    sys.exit(f"{path}: loads {link}")
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve()
            target = path if not parts.path else target
            if target.is_dir():
                target /= "index.html"
            if not target.exists():
                sys.exit(f"{path}: {link} leads nowhere")
            place = urllib.parse.unquote(parts.fragment)
            if place and target in pages and target.parent.name != "explore":
                if place not in pages[target].places:
                    sys.exit(f"{path}: {link} leads to no place of {target}")
            count += 1
    print(f"{len(pages)} pages, {count} links")


main(*sys.argv[1:])
