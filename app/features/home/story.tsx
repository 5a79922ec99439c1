import type { PageBrand } from '../../brand/schema'
import { Reveal } from '../../ui/reveal'
import { Band } from './band'
import { Banner } from './banner'
import { Challenges } from './challenges'
import { Features } from './features'
import { Hero } from './hero'
import { PainPoints } from './pain-points'
import { Partners } from './partners'
import { Service } from './service'

/** The home page down to its form. */
export function Story({ brand }: { brand: PageBrand }) {
  return (
    <>
      <Hero brand={brand} />
      <Band id="challenges">
        <Challenges />
      </Band>
      <Band id="pains" ground="soft">
        <Reveal>
          <PainPoints />
        </Reveal>
      </Band>
      <Band id="service">
        <Reveal threshold={10}>
          <Service brandName={brand.name} />
        </Reveal>
      </Band>
      <Band id="features" ground="soft">
        <Reveal>
          <Features />
        </Reveal>
      </Band>
      <Band id="partners" ground="quiet">
        <Reveal direction="left">
          <Partners partners={brand.partners} />
        </Reveal>
      </Band>
      <Band id="banner" ground="deep">
        <Reveal direction="right" duration={900}>
          <Banner />
        </Reveal>
      </Band>
    </>
  )
}
