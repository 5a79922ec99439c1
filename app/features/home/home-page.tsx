import type { ReactNode } from 'react'
import type { PageBrand } from '../../context/page-context'
import { Reveal } from '../../ui/reveal'
import { Banner } from './sections/banner'
import { Challenges } from './sections/challenges'
import { Features } from './sections/features'
import { Hero } from './sections/hero'
import { Inquiry } from './sections/inquiry'
import { PainPoints } from './sections/pain-points'
import { Partners } from './sections/partners'
import { hasProof, Proof } from './sections/proof'
import { Section } from './sections/section'
import { Service } from './sections/service'
import { Shortcuts } from './sections/shortcuts'

/** The home page (docs/specification.md#1). `inquiryForm` comes from the route, because a feature never imports another. */
export function HomePage({ brand, inquiryForm }: { brand: PageBrand; inquiryForm: ReactNode }) {
  return (
    <>
      <Hero brand={brand} />
      <Section id="challenges">
        <Challenges />
      </Section>
      <Section id="pains" ground="soft">
        <Reveal>
          <PainPoints brandName={brand.name} />
        </Reveal>
      </Section>
      <Section id="service">
        <Reveal threshold={10}>
          <Service brandName={brand.name} />
        </Reveal>
      </Section>
      <Section id="features" ground="soft">
        <Reveal>
          <Features sampleReport={brand.proof.sampleReport} />
        </Reveal>
      </Section>
      {hasProof(brand.proof) && (
        <Section id="proof">
          <Reveal>
            <Proof proof={brand.proof} />
          </Reveal>
        </Section>
      )}
      {brand.partners.length > 0 && (
        <Section id="partners" ground="quiet">
          <Reveal direction="left">
            <Partners partners={brand.partners} />
          </Reveal>
        </Section>
      )}
      <Section id="banner" ground="deep">
        <Reveal direction="right" duration={900}>
          <Banner />
        </Reveal>
      </Section>
      <Section id="inquiry" ground="soft">
        <Inquiry company={brand.company} answer={brand.proof.answer}>
          {inquiryForm}
        </Inquiry>
      </Section>
      <Section id="shortcuts">
        <Reveal duration={300}>
          <Shortcuts brand={brand} />
        </Reveal>
      </Section>
    </>
  )
}
