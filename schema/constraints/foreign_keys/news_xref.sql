ALTER TABLE news_xref
ADD CONSTRAINT news_xref_nx_co_id_fkey
FOREIGN KEY (nx_co_id)
REFERENCES company (co_id)
NOT VALID;

ALTER TABLE news_xref
ADD CONSTRAINT news_xref_nx_ni_id_fkey
FOREIGN KEY (nx_ni_id)
REFERENCES news_item (ni_id)
NOT VALID;

ALTER TABLE news_xref
VALIDATE CONSTRAINT news_xref_nx_co_id_fkey;

ALTER TABLE news_xref
VALIDATE CONSTRAINT news_xref_nx_ni_id_fkey;
