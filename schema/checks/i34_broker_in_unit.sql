-- check: I34
-- class: A
-- title: the broker of an account belongs to the customer's Load Unit
SELECT ca_id
     , ca_b_id
FROM customer_account
WHERE (ca_b_id - 1 - 4300000000) / 10 <> (ca_c_id - 1 - 4300000000) / 1000;
